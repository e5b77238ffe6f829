import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { purgeAccessTokens, purgeCodes, purgeGrants, purgeRequests } from './purge-oauth-store.ts';

/** All lifetimes, in milliseconds (spec/oauth §2.5, §4.2, §4.3). */
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const codeMs = 60 * second;
const accessMs = hour;
const refreshIdleMs = 30 * day;
const grantMs = 180 * day;
const requestMs = 10 * minute;
const concurrentReuseMs = 10 * second;

/** A code becomes invalid after this many attempts with a wrong verifier or redirect URI. */
export const maxCodeFailures = 5;

/** The max grants per user and app. If an app requests more, the user's oldest grants to it are revoked. */
export const maxGrantsPerUser = 50;

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
const earlier = (a: Date, b: Date) => (a < b ? a : b);

export const codeExpiry = (now: Date): Date => after(now, codeMs);

/** Returns when the consent page expires. */
export const requestExpiry = (now: Date): Date => after(now, requestMs);

/** Returns when tokens issued now expire, which is never later than the grant. */
export function tokenExpiries(approvedAt: Date, now: Date): { access: Date; refresh: Date } {
  const end = after(approvedAt, grantMs);
  return { access: earlier(after(now, accessMs), end), refresh: earlier(after(now, refreshIdleMs), end) };
}

/**
 * Returns whether a second use of a code or refresh token is a race between two of the app's workers. The
 * second one gets no token, but the grant stays. A later second use counts as theft and revokes the grant
 * (RFC 9700 4.14.2).
 */
export const isConcurrentReuse = (usedAt: Date, now: Date): boolean =>
  now.getTime() - usedAt.getTime() < concurrentReuseMs;

const batchRows = 1_000;

/** Deletes expired and revoked rows in all workspaces, in batches. */
export async function purgeOAuth(upkeep: UpkeepDatabase, { now }: Clock): Promise<void> {
  for (const purge of [purgeRequests, purgeCodes, purgeAccessTokens, purgeGrants]) {
    for (let count = batchRows; count === batchRows; ) {
      count = await upkeep.run((transaction) => purge(transaction, now(), batchRows));
    }
  }
}
