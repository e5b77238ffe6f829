import type { Database } from '../../db/database.ts';
import { type Statement, sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import type { Limits } from './limits.ts';

const limits: Statement = sql`
  select rate_limit_per_minute, rate_limit_burst, listener_limit_per_second, runs_in_flight, run_retention_days,
         restore_days, history_days, agent_call_days
  from installation_limits`;

export const selectLimits = (transaction: Transaction): Promise<Limits> => transaction.one(limits);

/** Reads the installation's limits; not tied to a workspace. */
export async function readLimitsIn(db: Database): Promise<Limits | undefined> {
  const [row] = await db.readDirectory<Limits>(limits);
  return row;
}

export async function updateLimits(transaction: Transaction, limits: Limits): Promise<void> {
  await transaction.query(sql`
    update installation_limits set
      rate_limit_per_minute = ${limits.rate_limit_per_minute},
      rate_limit_burst = ${limits.rate_limit_burst},
      listener_limit_per_second = ${limits.listener_limit_per_second},
      runs_in_flight = ${limits.runs_in_flight},
      run_retention_days = ${limits.run_retention_days},
      restore_days = ${limits.restore_days},
      history_days = ${limits.history_days},
      agent_call_days = ${limits.agent_call_days}`);
}

/**
 * Lowers settings to the limits. `least` ignores null, which means no limit for the installation and
 * unlimited for a setting.
 */
export async function lowerSettings(transaction: Transaction, workspace: WorkspaceId): Promise<void> {
  await transaction.query(sql`
    update workspace_settings s set
      rate_limit_per_minute = least(s.rate_limit_per_minute, l.rate_limit_per_minute),
      rate_limit_burst = least(s.rate_limit_burst, l.rate_limit_burst),
      listener_limit_per_second = least(s.listener_limit_per_second, l.listener_limit_per_second),
      runs_in_flight = least(s.runs_in_flight, l.runs_in_flight),
      run_retention_days = least(s.run_retention_days, l.run_retention_days),
      restore_days = least(s.restore_days, l.restore_days),
      history_days = least(s.history_days, l.history_days),
      agent_call_days = least(s.agent_call_days, l.agent_call_days),
      -- Invalidates the rate limit that processes cache with a listener.
      template_values_version = s.template_values_version + 1
    from installation_limits l where s.workspace_id = ${workspace}`);
}

export async function selectBeyondLimits(
  transaction: Transaction,
): Promise<{ id: WorkspaceId; name: string }[]> {
  return transaction.query(sql`
    select w.id, w.name from workspace_settings s join workspaces w on w.id = s.workspace_id, installation_limits l
    where s.rate_limit_per_minute > l.rate_limit_per_minute or s.rate_limit_burst > l.rate_limit_burst
       or s.listener_limit_per_second > l.listener_limit_per_second or s.runs_in_flight > l.runs_in_flight
       or s.run_retention_days > l.run_retention_days or s.restore_days > l.restore_days
       or s.agent_call_days > l.agent_call_days
       or (l.history_days is not null and coalesce(s.history_days > l.history_days, true))
    order by w.id`);
}
