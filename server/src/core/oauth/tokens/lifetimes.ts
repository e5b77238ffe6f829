import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { purgeAccessTokens, purgeCodes, purgeGrants, purgeRequests } from './purge-oauth-store.ts';

/** All lifetimes in one place, in milliseconds (spec/oauth §2.5, §4.2, §4.3). */
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const codeMs = 60 * second;
const accessMs = hour;
const refreshIdleMs = 30 * day;
const grantMs = 180 * day;
const requestMs = 10 * minute;
const twinMs = 10 * second;

/** How often a code may be presented with a wrong verifier or address before it is worth nothing. */
export const maxCodeFailures = 5;

/** An app that asks again and again for one person keeps his newest grants; the oldest make room. */
export const maxGrantsPerUser = 50;

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
const earlier = (a: Date, b: Date) => (a < b ? a : b);

export const codeExpiry = (now: Date): Date => after(now, codeMs);

/** How long a person may look at the question. */
export const requestExpiry = (now: Date): Date => after(now, requestMs);

/** When tokens that are issued now expire: never later than the grant as a whole. */
export function tokenExpiries(approvedAt: Date, now: Date): { access: Date; refresh: Date } {
  const end = after(approvedAt, grantMs);
  return { access: earlier(after(now, accessMs), end), refresh: earlier(after(now, refreshIdleMs), end) };
}

/**
 * What the second use of a code or refresh token means: two workers of an honest app that raced, or a thief. Neither gets
 * a token; after the first moments the grant ends (RFC 9700 4.14.2).
 */
export const isTwin = (usedAt: Date, now: Date): boolean => now.getTime() - usedAt.getTime() < twinMs;

const batchRows = 1_000;

/** Removes what has expired or ended, in batches, over all workspaces. */
export async function purgeOAuth(upkeep: UpkeepDatabase, { now }: Clock): Promise<void> {
  for (const purge of [purgeRequests, purgeCodes, purgeAccessTokens, purgeGrants]) {
    for (let count = batchRows; count === batchRows; ) {
      count = await upkeep.run((transaction) => purge(transaction, now(), batchRows));
    }
  }
}
