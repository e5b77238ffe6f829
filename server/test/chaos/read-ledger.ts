import type { Secret } from '../../src/lib/crypto/secret.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import type { FollowUp } from './follow-ups.ts';
import type { StoredLead, StoredRun } from './ledger.ts';
import { followedCity } from './workspace-file.ts';

/** The number of leads that lists report as their total, and the number of leads. */
export interface LeadTotals {
  readonly reported: number;
  readonly actual: number;
}

/** Reads what PostgreSQL contains, bypassing row-level security. */
export const readStored = (
  database: Secret,
): Promise<{
  runs: readonly StoredRun[];
  leads: readonly StoredLead[];
  followUps: readonly FollowUp[];
  totals: LeadTotals;
}> =>
  asAdministrator(async (client) => {
    const runs = await client.query<StoredRun>(
      `select id, status, input::json ->> 'effect' as effect, error,
         coalesce((input::json ->> 'nap')::boolean, false) as naps,
         input::json ->> 'city' is not distinct from $1 as "isFollowed"
       from runs where trigger is null order by id`,
      [followedCity],
    );
    // The IDs of these runs are in the order of the changes.
    const followUps = await client.query<FollowUp>(
      `select id, status, error, trigger, input::json -> 'lead' ->> 'last_name' as effect
       from runs where trigger is not null order by id`,
    );
    const leads = await client.query<StoredLead>(`
      select case when email_key is null then company_key else split_part(email_key, '@', 1) end as effect,
             case when email_key is null then 'created' else 'kept' end as step,
             score::integer as score,
             array(select h.action from lead_history h
                   where h.workspace_id = l.workspace_id and h.lead_id = l.id order by h.id) as history
      from leads l`);
    // Lists add the changes that aren't merged yet to the merged count (spec/rest-api §6.2).
    const totals = await client.query<LeadTotals>(`
      select (coalesce((select sum(count) from lead_counts where owner_id = -1), 0)
              + coalesce((select sum(delta) from lead_count_deltas), 0))::int as reported,
             (select count(*)::int from leads) as actual`);
    const [counted = { reported: 0, actual: 0 }] = totals.rows;
    return { runs: runs.rows, leads: leads.rows, followUps: followUps.rows, totals: counted };
  }, database);
