import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';

/** Deletes at most `most` expired rows across all workspaces, and returns how many it deleted. */
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

/**
 * Deletes only access tokens. Refresh tokens are kept until their grant ends, because the reuse of an old one
 * reveals theft.
 */
export const purgeAccessTokens: Purge = async (transaction, now, most) =>
  (
    await transaction.query(sql`
      delete from oauth_tokens where ctid = any(array(
        select ctid from oauth_tokens where kind = 'access' and expires_at < ${now} limit ${most})) returning 1`)
  ).length;

/** Deletes grants; the deletion cascades to everything issued for them. */
export const purgeGrants: Purge = async (transaction, now, most) =>
  (
    await transaction.query(sql`
      delete from oauth_grants where ctid = any(array(
        select ctid from oauth_grants where expires_at < ${now} limit ${most})) returning 1`)
  ).length;
