import { randomBytes } from 'node:crypto';
import { fingerprintOf, makeToken } from '../../../lib/crypto/token.ts';
import { invalid } from '../../../lib/errors.ts';
import type { Scope } from '../../api-clients/index.ts';
import { type Change, changedValues, concealed, recordAudit } from '../../audit/index.ts';
import type { OAuthClient } from './oauth-client.ts';
import { isValidMetadataUrl } from './oauth-client.ts';
import {
  deleteStoredClient,
  insertOAuthClient,
  selectByClientId,
  selectOAuthClientByName,
  updateClient,
} from './oauth-client-store.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** The desired state of an app, identified by its name or its document's URL. */
export interface WantedOAuthClient {
  name: string;
  metadata_url?: string | undefined;
  scope?: Scope | undefined;
  redirect_uris?: readonly string[] | undefined;
  confidential?: boolean | undefined;
  active?: boolean | undefined;
}

/** The app, with its secret if this call created the app. The secret can't be read again. */
export type SavedOAuthClient = OAuthClient & { secret?: string };

/**
 * Creates or updates the app. Scope and confidentiality are set at creation and can't be changed (spec/oauth
 * §1.1).
 */
export async function saveOAuthClient(change: Change, wanted: WantedOAuthClient): Promise<SavedOAuthClient> {
  checkAddresses(wanted);
  const present = await findWanted(change, wanted);
  return present ? changeClient(change, present, wanted) : createClient(change, wanted);
}

export const findWanted = (
  { transaction, workspace }: Change,
  { name, metadata_url }: Pick<WantedOAuthClient, 'name' | 'metadata_url'>,
): Promise<OAuthClient | undefined> =>
  metadata_url === undefined
    ? selectOAuthClientByName(transaction, workspace, name)
    : selectByClientId(transaction, workspace, metadata_url);

function checkAddresses({ metadata_url, redirect_uris = [], confidential }: WantedOAuthClient): void {
  const bad = redirect_uris.find((uri) => !isRedirectUri(uri));
  if (bad !== undefined) {
    throw invalid(
      'bad_redirect_uri',
      `redirect_uris: ${bad} can't be a redirect URI. It must start with https://, or with http://127.0.0.1, http://[::1] or http://localhost, and have no fragment or user name.`,
    );
  }
  if (metadata_url === undefined) return;
  if (!isValidMetadataUrl(metadata_url)) {
    throw invalid('bad_metadata_url', 'metadata_url: must be a normalized https URL with a path.');
  }
  if (redirect_uris.length > 0 || confidential === true) {
    throw invalid(
      'metadata_says_the_rest',
      'An app with a metadata_url declares its redirect URIs there and has no secret. Omit redirect_uris and confidential.',
    );
  }
}

async function changeClient(
  change: Change,
  present: OAuthClient,
  wanted: WantedOAuthClient,
): Promise<OAuthClient> {
  if (wanted.scope !== undefined && wanted.scope !== present.scope) {
    throw invalid(
      'scope_is_fixed',
      `"${present.name}" has the scope ${present.scope}, which can't be changed. Create another client, or delete this one first.`,
    );
  }
  const isConfidential = present.secretHash !== null;
  if (wanted.confidential !== undefined && wanted.confidential !== isConfidential) {
    throw invalid(
      'confidential_is_fixed',
      `"${present.name}" is ${isConfidential ? 'confidential' : 'public'}, which can't be changed. Create another client, or delete this one first.`,
    );
  }
  const client: OAuthClient = {
    ...present,
    redirectUris: wanted.redirect_uris ?? present.redirectUris,
    active: wanted.active ?? present.active,
  };
  const changed = changedValues(auditedClient(present), auditedClient(client));
  if (!changed) return present;
  await updateClient(change.transaction, change.workspace, client);
  await recordAudit(change, { action: 'changed', subject: subjectOf(client), ...changed });
  return client;
}

async function createClient(change: Change, wanted: WantedOAuthClient): Promise<SavedOAuthClient> {
  const { name, metadata_url, scope, redirect_uris = [], confidential = false, active = true } = wanted;
  if (scope === undefined) throw invalid('scope_missing', 'A new OAuth client needs a scope: api or mcp.');
  if (metadata_url === undefined && redirect_uris.length === 0) {
    throw invalid(
      'redirect_uris_missing',
      'A new OAuth client needs at least one redirect URI in redirect_uris.',
    );
  }
  const secret = confidential ? makeToken('secret') : undefined;
  const client = await insertOAuthClient(
    change.transaction,
    change.workspace,
    {
      clientId: metadata_url ?? `hark-${randomBytes(16).toString('hex')}`,
      source: metadata_url === undefined ? 'administrator' : 'metadata_document',
      name,
      scope,
      redirectUris: redirect_uris,
      secretHash: secret === undefined ? null : fingerprintOf(secret),
      metadataHash: null,
      active,
    },
    change.clock.now(),
  );
  if (!client)
    throw invalid('client_exists', `Another process just created "${name}". Apply the file again.`);
  await recordAudit(change, {
    action: 'created',
    subject: subjectOf(client),
    old: {},
    new: { ...auditedClient(client), ...(secret === undefined ? {} : { client_secret: concealed }) },
  });
  return { ...client, ...(secret === undefined ? {} : { secret }) };
}

export const subjectOf = ({ id, name }: OAuthClient) => ({ type: 'oauth_client', id, name }) as const;

export const auditedClient = ({ clientId, name, scope, redirectUris, active }: OAuthClient) => ({
  client_id: clientId,
  name,
  scope,
  redirect_uris: redirectUris,
  active,
});

/** Deletes an app and all grants to it. A missing app isn't an error. */
export async function removeOAuthClient(
  change: Change,
  wanted: Pick<WantedOAuthClient, 'name' | 'metadata_url'>,
): Promise<void> {
  const client = await findWanted(change, wanted);
  if (!client) return;
  await deleteStoredClient(change.transaction, change.workspace, client.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: subjectOf(client),
    old: auditedClient(client),
    new: {},
  });
}
