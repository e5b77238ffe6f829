import { HarkError } from '../../lib/errors.ts';
import { fingerprintOf } from '../../lib/token.ts';
import type { Scope } from '../api-clients/index.ts';
import { hashApiKey } from '../api-keys/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace, WorkspaceSettings } from '../workspaces/index.ts';
import {
  type FoundCredential,
  findByKeyHash,
  findByTokenHash,
  updateLastUsed,
  type Versions,
} from './credential-store.ts';
import type { Principal } from './principal.ts';

/** What a caller presented (seed 5.4). */
export type Credential = { type: 'api_key'; value: string } | { type: 'bearer'; value: string };

/** Who a request acts as, with the settings of his workspace, both as they are at this moment. */
export interface Authenticated {
  readonly principal: Principal;
  readonly settings: WorkspaceSettings;
  readonly versions: Versions;
}

const refuse = (code: string, message: string) => new HarkError('unauthenticated', code, message);

/**
 * Credential → Principal in one look-up (seed 5.4, 7.3). Nothing is remembered between requests: a key that was
 * regenerated, a client that was switched, a role that was changed acts on the very next one (decisions 6.1).
 */
export async function authenticate(
  context: Context,
  workspace: Workspace,
  credential: Credential,
  scope: Scope,
): Promise<Authenticated> {
  const found =
    credential.type === 'api_key'
      ? await byKey(context, workspace, credential.value)
      : await byToken(context, workspace, credential.value, scope);
  const { user, role, settings, versions, client } = found;
  const means = client
    ? ({ type: 'api_client', id: client.id, name: client.name } as const)
    : ({ type: 'api_key' } as const);
  return { principal: { workspace, user, role, means }, settings, versions };
}

/** Seed 7.3: missing or unknown, then switched off by an active client of the same user (seed 3). */
async function byKey({ db, key }: Context, { id }: Workspace, apiKey: string): Promise<FoundCredential> {
  const found = apiKey === '' ? undefined : await findByKeyHash(db, id, hashApiKey(key, apiKey));
  if (!found) throw refuse('invalid_grant', 'The API key is missing or unknown.');
  if (!found.isDisabled) return found;
  throw refuse(
    'api_key_disabled',
    'This API key is switched off because its user has an active API client. Authenticate with OAuth (send the token of that client as a bearer token), or deactivate the client.',
  );
}

/** Seed 7.3: unknown, revoked, of an inactive client, or issued for another resource: all the same. */
async function byToken(
  context: Context,
  { id }: Workspace,
  token: string,
  scope: Scope,
): Promise<FoundCredential> {
  const found = token === '' ? undefined : await findByTokenHash(context.db, id, fingerprintOf(token), scope);
  if (!found)
    throw refuse('invalid_token', 'The access token is unknown, expired, revoked or for another resource.');
  if (found.client && !found.client.wasUsedLately) await noteUse(context, id, found.client.id);
  return found;
}

/** Once a minute; a request must not fail because its use could not be noted. */
async function noteUse(
  { db }: Context,
  workspace: Workspace['id'],
  client: NonNullable<FoundCredential['client']>['id'],
) {
  await db
    .withWorkspace(workspace, (transaction) => updateLastUsed(transaction, workspace, client), {
      single: true,
    })
    .catch(() => undefined);
}

/** Seed 5.4.4: whatever the credential, a role needs `Access REST API`; administrators pass. */
export function requireRestAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_rest'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    'Your role may not use the REST API. Ask an administrator to enable "Access REST API" under API Permissions in your role.',
  );
}
