import { fingerprintOf, makeToken } from '../../../lib/crypto/token.ts';
import { invalid } from '../../../lib/errors.ts';
import type { SessionId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import { type Change, recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { selectSettings } from '../../workspaces/index.ts';
import { metadataHash } from '../clients/client-metadata.ts';
import { requireAllowed, switchedOff } from '../clients/find-app.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';
import { insertOAuthClient, selectByClientId, updateClient } from '../clients/oauth-client-store.ts';
import { redirectMatches, withAnswer } from '../clients/redirect-uri.ts';
import { auditedClient, subjectOf } from '../clients/save-oauth-client.ts';
import { codeExpiry, maxGrantsPerUser, requestExpiry } from '../tokens/lifetimes.ts';
import { insertCode } from '../tokens/token-store.ts';
import type { Authorization } from './authorize.ts';
import { endGrant } from './end-grant.ts';
import { insertGrant, selectOldestBeyond } from './grant-store.ts';
import { type AskedRequest, insertRequest, takeRequest } from './request-store.ts';
import { notHeld } from './scope-verdict.ts';

/** The browser session that shows the consent page. */
interface Session {
  readonly id: SessionId;
  readonly principal: Principal;
}

/** Stores the request for this session and returns the one-time value that the form must send. */
export async function askConsent(
  { db, clock }: Context,
  { id, principal }: Session,
  { app, ...asked }: Authorization,
): Promise<string> {
  const token = makeToken('request');
  const workspace = principal.workspace.id;
  const request = {
    ...asked,
    clientId: app.clientId,
    metadata: app.metadata,
    expiresAt: requestExpiry(clock.now()),
  };
  await db.write(workspace, (transaction) =>
    insertRequest(transaction, workspace, fingerprintOf(token), id, request),
  );
  return token;
}

/** Handles the user's decision. Returns the URL to redirect to, with a code or an error. */
export async function answerConsent(
  { db, clock, key }: Context,
  { id: session, principal }: Session,
  { token, decision, origin }: { token: string; decision: 'approve' | 'deny'; origin: string },
): Promise<string> {
  const { id: workspace, baseUrl: iss } = principal.workspace;
  const actor = { user: principal.user, means: principal.means, origin };
  return db.write(workspace, async (transaction) => {
    const asked = await takeRequest(transaction, workspace, fingerprintOf(token), session);
    if (!asked || asked.expiresAt <= clock.now()) throw notAsked();
    const { redirectUri, state } = asked;
    if (decision === 'deny') {
      const error_description = 'The user denied access.';
      return withAnswer(redirectUri, { error: 'access_denied', error_description, state, iss });
    }
    const change = { transaction, workspace, actor, clock, key };
    const code = await grantAccess(change, principal.user, await approvedClient(change, asked), asked);
    return withAnswer(redirectUri, { code, state, iss });
  });
}

/** Returns the app's record. If there is none, this approval creates it (spec/oauth §1.2). */
async function approvedClient(change: Change, asked: AskedRequest): Promise<OAuthClient> {
  const { transaction, workspace } = change;
  const { clientId, scope, redirectUri, metadata } = asked;
  let client = await selectByClientId(transaction, workspace, clientId);
  if (metadata) {
    requireAllowed((await selectSettings(transaction, workspace)).metadata_clients, client);
    client ??= await recordClient(change, clientId, scope, metadata);
  }
  if (!client || (!metadata && !redirectMatches(client.redirectUris, redirectUri))) throw notAsked();
  if (!client.active) throw switchedOff();
  // If two first approvals request different scopes, the first one determines the app's scope (spec/oauth
  // §1.2).
  if (client.scope !== scope) throw notHeld(scope);
  return metadata ? keepMetadata(change, client, metadata) : client;
}

type Metadata = NonNullable<AskedRequest['metadata']>;

async function recordClient(
  change: Change,
  clientId: string,
  scope: OAuthClient['scope'],
  metadata: Metadata,
): Promise<OAuthClient | undefined> {
  const { transaction, workspace, clock } = change;
  const wanted = { clientId, source: 'metadata_document', scope, secretHash: null, active: true } as const;
  const client = await insertOAuthClient(
    transaction,
    workspace,
    { ...wanted, ...metadata, metadataHash: metadataHash(metadata) },
    clock.now(),
  );
  // A concurrent approval created the record, so use that one.
  if (!client) return selectByClientId(transaction, workspace, clientId);
  await recordAudit(change, {
    action: 'created',
    subject: subjectOf(client),
    old: {},
    new: auditedClient(client),
  });
  return client;
}

/** Stores the approved metadata, which future requests are compared with. */
async function keepMetadata(change: Change, client: OAuthClient, metadata: Metadata): Promise<OAuthClient> {
  const hash = metadataHash(metadata);
  if (client.metadataHash?.equals(hash)) return client;
  const renewed = { ...client, ...metadata, metadataHash: hash };
  await updateClient(change.transaction, change.workspace, renewed);
  const { client_id: _, scope: __, active: ___, ...old } = auditedClient(client);
  await recordAudit(change, {
    action: 'changed',
    subject: subjectOf(renewed),
    old: { ...old, metadata_hash: client.metadataHash?.toString('hex') ?? null },
    new: { name: renewed.name, redirect_uris: renewed.redirectUris, metadata_hash: hash.toString('hex') },
  });
  return renewed;
}

async function grantAccess(
  change: Change,
  user: Session['principal']['user'],
  client: OAuthClient,
  { scope, redirectUri, challenge }: AskedRequest,
): Promise<string> {
  const { transaction, workspace, clock } = change;
  const now = clock.now();
  const expiresAt = codeExpiry(now);
  const pair = { client: client.id, user: user.id };
  const grant = await insertGrant(transaction, workspace, { ...pair, scope }, now, expiresAt);
  const code = makeToken('code');
  await insertCode(transaction, workspace, fingerprintOf(code), { grant, redirectUri, challenge, expiresAt });
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'grant', id: grant, name: client.name },
    old: {},
    new: { user: user.name, client_id: client.clientId, scope },
  });
  for (const id of await selectOldestBeyond(transaction, workspace, pair, maxGrantsPerUser, now)) {
    await endGrant(change, { id, client, user }, 'too_many');
  }
  return code;
}

const notAsked = () =>
  invalid(
    'invalid_request',
    'This request has expired, was already answered, or belongs to another user. Go back to the app and start again.',
  );
