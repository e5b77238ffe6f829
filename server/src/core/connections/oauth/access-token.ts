import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import type { Egress } from '../../../lib/egress/egress.ts';
import type { Context } from '../../context/index.ts';
import type { Connection } from '../connection.ts';
import { openToken, sealToken } from '../connection-secret.ts';
import { CredentialFailure, requestTokens, type Tokens, tokenTimeoutMs } from './token-endpoint.ts';
import {
  discardToken,
  disconnect,
  endLease,
  leaseTokens,
  type StoredTokens,
  selectTokens,
  type TokenAddress,
  updateTokens,
} from './token-store.ts';

/** A cached token is used until this long before it expires (spec/connections §3.1). */
const marginMs = 60_000;
/** How long a token is used if its lifetime is unknown. */
const unknownLifetimeMs = 5 * 60_000;
/** After this time, another process may request a token, because the one that wanted to has stopped. */
const leaseMs = tokenTimeoutMs + 5_000;
const maxWaitMs = 2 * leaseMs;
const pollMs = 100;

export interface AccessToken {
  readonly token: string;
  /** Identifies the token in the database, so that exactly this one can be discarded. */
  readonly revision: number;
  readonly number: number;
}

export interface TokenUser {
  readonly context: Context;
  readonly egress: Egress;
  readonly address: TokenAddress;
  readonly connection: Connection;
  readonly clientSecret: string;
}

/** Requests that this process makes now, so that parallel steps share one. */
const pending = new WeakMap<Database, Map<string, Promise<AccessToken>>>();

/**
 * Returns the connection's access token. Requests one if there is none that is still valid; steps that need it at the
 * same time wait for that request, in all processes.
 * @throws CredentialFailure if there is no token
 */
export async function getAccessToken(user: TokenUser): Promise<AccessToken> {
  const { context, address, connection } = user;
  const stored = await context.db.read(address.workspace, (transaction) =>
    selectTokens(transaction, address),
  );
  const usable = stored && usableToken(user, stored);
  if (usable) return usable;
  const requests = pending.get(context.db) ?? new Map<string, Promise<AccessToken>>();
  pending.set(context.db, requests);
  const key = `${address.workspace}/${address.id}/${connection.revision}`;
  const running = requests.get(key);
  if (running) return running;
  const request = obtainToken(user).finally(() => requests.delete(key));
  requests.set(key, request);
  return request;
}

/** Discards a token that the server rejected. */
export const rejectToken = (
  { context, address }: Pick<TokenUser, 'context' | 'address'>,
  token: AccessToken,
): Promise<void> =>
  context.db.write(address.workspace, (transaction) => discardToken(transaction, address, token));

function usableToken({ context, connection }: TokenUser, stored: StoredTokens): AccessToken | undefined {
  const { accessToken, until, revision, number } = stored;
  const isCurrent = until === null || until > context.clock.now();
  if (accessToken === null || !isCurrent || revision !== connection.revision) return undefined;
  return { token: openToken(context.key, accessToken), revision, number };
}

/** Waits for another process that requests a token, or requests one. */
async function obtainToken(user: TokenUser): Promise<AccessToken> {
  const { context, address, connection } = user;
  const giveUpAt = performance.now() + maxWaitMs;
  while (performance.now() < giveUpAt) {
    const stored = await context.db.read(address.workspace, (transaction) =>
      selectTokens(transaction, address),
    );
    if (stored?.revision !== connection.revision)
      throw new CredentialFailure(
        'unreachable',
        `The connection "${connection.name}" changed during the call.`,
      );
    const usable = usableToken(user, stored);
    if (usable) return usable;
    if (connection.grant === 'authorization_code' && stored.connectedAt === null)
      throw notConnected(connection);
    const now = context.clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const leased = await context.db.write(address.workspace, (transaction) =>
      leaseTokens(transaction, address, stored, { now, until }),
    );
    if (leased) return requestLeased(user, leased, until);
    await sleep(pollMs);
  }
  throw new CredentialFailure(
    'unreachable',
    `Another process requests a token for the connection "${connection.name}", but got none in time.`,
  );
}

async function requestLeased(user: TokenUser, leased: StoredTokens, lease: Date): Promise<AccessToken> {
  const { context, address, connection } = user;
  const { workspace } = address;
  try {
    const tokens = await requestTokens(user.egress, {
      connection,
      clientSecret: user.clientSecret,
      parameters: parametersOf(user, leased),
      now: context.clock.now(),
    });
    await context.db.write(workspace, (transaction) =>
      updateTokens(transaction, address, leased.revision, sealTokens(context, connection, tokens)),
    );
    return { token: tokens.accessToken, revision: leased.revision, number: leased.number + 1 };
  } catch (error) {
    if (connection.grant === 'authorization_code' && error instanceof CredentialFailure && error.isRevoked) {
      await context.db.write(workspace, (transaction) => disconnect(transaction, address, leased));
      throw notConnected(connection);
    }
    await context.db.write(workspace, (transaction) => endLease(transaction, address, lease));
    throw error;
  }
}

function parametersOf({ context, connection }: TokenUser, { refreshToken }: StoredTokens) {
  const { grant, scope } = connection;
  if (grant === 'client_credentials')
    return { grant_type: 'client_credentials', ...(scope !== null && { scope }) };
  // The token ended, and the service gave no refresh token.
  if (refreshToken === null) throw new CredentialFailure('unavailable', '', { isRevoked: true });
  return { grant_type: 'refresh_token', refresh_token: openToken(context.key, refreshToken) };
}

/** Encrypts tokens, and decides how long the access token is used. */
export function sealTokens(
  { key, clock }: Pick<Context, 'key' | 'clock'>,
  { grant }: Connection,
  { accessToken, refreshToken, expiresInMs }: Tokens,
) {
  // Without an end and without a refresh token, requesting another token would need a person.
  const isEndless = grant === 'authorization_code' && refreshToken === undefined && expiresInMs === undefined;
  const usableMs = expiresInMs === undefined ? unknownLifetimeMs : Math.max(0, expiresInMs - marginMs);
  return {
    accessToken: sealToken(key, accessToken),
    until: isEndless ? null : new Date(clock.now().getTime() + usableMs),
    refreshToken: refreshToken === undefined ? null : sealToken(key, refreshToken),
  };
}

const notConnected = ({ name }: Pick<Connection, 'name'>): CredentialFailure =>
  new CredentialFailure(
    'unavailable',
    `The connection "${name}" is not connected. Ask an administrator to connect it.`,
  );
