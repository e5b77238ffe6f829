import { fingerprintOf, isOfKind, makeToken } from '../../../lib/crypto/token.ts';
import { HarkError, invalid } from '../../../lib/errors.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { authenticateClient, readClientCredentials } from '../clients/client-authentication.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';
import { selectByClientId } from '../clients/oauth-client-store.ts';
import { endGrant } from '../grants/end-grant.ts';
import { type Parameters, verifierMatches } from '../grants/parameters.ts';
import { judgeScopeAgain } from '../grants/scope-verdict.ts';
import { isConcurrentReuse, maxCodeFailures, tokenExpiries } from './lifetimes.ts';
import { type Issued, insertPair, lockCode, lockToken, updateFailures } from './token-store.ts';

export interface ClientRequest {
  readonly workspace: Workspace;
  readonly parameters: Parameters;
  readonly authorization: string | undefined;
  /** The caller's IP address, for the audit log. */
  readonly origin: string;
}

/** The token response (spec/oauth §4.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: Scope;
}

/**
 * Exchanges a code or a refresh token for new tokens, in one transaction that locks the code or token and its
 * grant.
 */
export async function issueTokens(context: Context, request: ClientRequest): Promise<TokenAnswer> {
  const { workspace, parameters } = request;
  const present = presenterOf(parameters.get('grant_type'));
  // If rejecting the request has a side effect, such as revoking a grant, that must be committed. So the
  // error is returned instead of thrown.
  const answer = await inClientRequest(context, request, async (change, client) => {
    const asked = { scope: parameters.get('scope'), resources: parameters.resources };
    judgeScopeAgain(workspace.baseUrl, asked, client.scope);
    return present(change, client, parameters);
  });
  if (answer instanceof HarkError) throw answer;
  return answer;
}

/** Runs an authenticated app's request. The app is recorded as the actor of all changes. */
async function inClientRequest<T>(
  { db, clock, key }: Context,
  { workspace: { id: workspace }, parameters, authorization, origin }: ClientRequest,
  work: (change: Change, client: OAuthClient) => Promise<T>,
): Promise<T> {
  const credentials = readClientCredentials(authorization, parameters);
  return db.write(workspace, async (transaction) => {
    const found = await selectByClientId(transaction, workspace, credentials.clientId);
    const client = authenticateClient(found, credentials);
    const means = { type: 'oauth_client', id: client.id, name: client.name } as const;
    return work({ transaction, workspace, actor: { user: null, means, origin }, clock, key }, client);
  });
}

type Presenter = (
  change: Change,
  client: OAuthClient,
  parameters: Parameters,
) => Promise<TokenAnswer | HarkError>;

/** Supports two grant types. Both need a user's approval (spec/oauth §4.1). */
function presenterOf(grantType: string | undefined): Presenter {
  if (grantType === 'authorization_code') return exchangeCode;
  if (grantType === 'refresh_token') return refresh;
  if (grantType === undefined) throw invalid('invalid_request', 'The grant_type is missing.');
  throw invalid(
    'unsupported_grant_type',
    'The grant_type must be authorization_code or refresh_token, because every token acts for a user who approved it.',
  );
}

/** Exchanges a code. The request must name the redirect URI that the code was sent to (spec/oauth §2.3). */
const exchangeCode: Presenter = async (change, client, parameters) => {
  const { transaction, workspace, clock } = change;
  const hash = fingerprintOf(required(parameters, 'code'));
  const [redirectUri, verifier] = [
    required(parameters, 'redirect_uri'),
    required(parameters, 'code_verifier'),
  ];
  const code = await lockCode(transaction, workspace, hash);
  const refusal = await judgeIssued(change, client, code);
  if (!code || refusal) return refusal ?? refused();
  if (code.redirectUri !== redirectUri || !verifierMatches(code.challenge, verifier)) {
    await updateFailures(transaction, workspace, hash, maxCodeFailures, clock.now());
    return refused();
  }
  return insertTokens(change, { ...code, kind: 'code', hash });
};

const refresh: Presenter = async (change, client, parameters) => {
  const token = required(parameters, 'refresh_token');
  const hash = fingerprintOf(token);
  const issued = isOfKind('refresh', token)
    ? await lockToken(change.transaction, change.workspace, hash)
    : undefined;
  const refusal = await judgeIssued(change, client, issued);
  if (!issued || refusal) return refusal ?? refused();
  return insertTokens(change, { ...issued, kind: 'refresh', hash });
};

function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw invalid('invalid_request', `The ${name} is missing.`);
  return value;
}

/**
 * Checks whether the code or token is valid. A second use revokes the grant (RFC 6749 4.1.2, RFC 9700
 * 4.14.2).
 */
async function judgeIssued(
  change: Change,
  client: OAuthClient,
  issued: Issued | undefined,
): Promise<HarkError | undefined> {
  const now = change.clock.now();
  if (!issued || issued.client !== client.id) return refused();
  if (issued.usedAt !== null) {
    if (!isConcurrentReuse(issued.usedAt, now)) {
      await endGrant(change, { id: issued.grant, client, user: issued.user }, 'reused');
    }
    return refused();
  }
  const isAlive = issued.endedAt === null && issued.expiresAt > now && issued.user.active;
  return isAlive ? undefined : refused();
}

async function insertTokens(
  { transaction, workspace, clock }: Change,
  presented: Issued & { kind: 'code' | 'refresh'; hash: Buffer },
): Promise<TokenAnswer> {
  const now = clock.now();
  const expiry = tokenExpiries(presented.approvedAt, now);
  const [access, refreshing] = [makeToken('access'), makeToken('refresh')];
  const pair = {
    access: { hash: fingerprintOf(access), expiresAt: expiry.access },
    refresh: { hash: fingerprintOf(refreshing), expiresAt: expiry.refresh },
  };
  await insertPair(transaction, workspace, presented, pair, now);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor((expiry.access.getTime() - now.getTime()) / 1_000),
    refresh_token: refreshing,
    scope: presented.scope,
  };
}

/** The message is the same for every reason, so callers learn nothing by guessing. */
const refused = () =>
  invalid(
    'invalid_grant',
    "The code or refresh token is unknown, expired, used or revoked, or doesn't match this client, redirect_uri or code_verifier.",
  );

/**
 * Revokes the grant of an access or refresh token, ignoring the hint (RFC 7009, spec/oauth §4.4). An unknown
 * token, or another app's token, changes nothing and gets the same response.
 */
export function revokeToken(context: Context, request: ClientRequest): Promise<void> {
  const token = request.parameters.get('token');
  return inClientRequest(context, request, async (change, client) => {
    if (token === undefined) throw invalid('invalid_request', 'The token is missing.');
    const issued = await lockToken(change.transaction, change.workspace, fingerprintOf(token));
    if (issued?.client !== client.id) return;
    await endGrant(change, { id: issued.grant, client, user: issued.user }, 'revoked_by_app');
  });
}
