import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';

/** Removes at most `most` rows of what has expired, over all workspaces, and tells how many. */
export type Purge = (transaction: Transaction, now: Date, most: number) => Promise<number>;

export const purgeRequests: Purge = async (transaction, now, most) =>
  (
    await transaction.query(sql`
      delete from oauth_requests where ctid = any(array(
        select ctid from oauth_requests where expires_at < ${now} limit ${most})) returning 1`)
  ).length;

export const purgeCodes: Purge = async (transaction, now, most) =>
  (
    await transaction.query(sql`
      delete from oauth_codes where ctid = any(array(
        select ctid from oauth_codes where expires_at < ${now} limit ${most})) returning 1`)
  ).length;

/** Refresh tokens stay until their grant ends: the second use of an old one tells of a theft. */
export const purgeAccessTokens: Purge = async (transaction, now, most) =>
  (
    await transaction.query(sql`
      delete from oauth_tokens where ctid = any(array(
        select ctid from oauth_tokens where kind = 'access' and expires_at < ${now} limit ${most})) returning 1`)
  ).length;

/** What was issued for them goes along. */
export const purgeGrants: Purge = async (transaction, now, most) =>
  (
    await transaction.query(sql`
      delete from oauth_grants where ctid = any(array(
        select ctid from oauth_grants where expires_at < ${now} limit ${most})) returning 1`)
  ).length;
