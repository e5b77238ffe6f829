import { sql } from '../../../db/driver/sql.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { LeadId, RunId, WorkspaceId } from '../../../lib/ids.ts';
import { typesWhere } from '../../workflows/index.ts';

/** How many steps of a run are read for its facts, because a run can have ten thousand. */
const maxRead = 200;
const leadTypes = typesWhere(({ linksTo }) => linksTo === 'lead');

/** What a run's steps tell about it in a list. */
export interface RunFacts {
  readonly run: RunId;
  /** The first lead that the run created, changed or found. */
  readonly lead: LeadId | null;
  /** The most attempts that one of its steps needed. */
  readonly attempts: number;
}

export function selectRunFacts(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<RunFacts[]> {
  return transaction.query(sql`
    select wanted.run, facts.lead, facts.attempts
    from unnest(${runs}::uuid[]) wanted (run)
    cross join lateral (
      select (array_agg(s.lead order by s.position) filter (where s.lead is not null))[1] as lead,
             coalesce(max(s.attempts), 0) as attempts
      from (
        select position, coalesce(json_array_length(attempts::json), 0) as attempts,
               case when type = any(${leadTypes}::text[])
                 then substring(left(output, 40) from '^[{]"id":([0-9]+)')::bigint end as lead
        from run_steps where workspace_id = ${workspace} and run_id = wanted.run
        order by path limit ${maxRead}) s) facts`);
}

/** How much of a failed step's output is read to find the server's message. */
const maxOutput = 16_384;

/** A run's current step, or the one that failed. */
export interface OpenStep {
  readonly run: RunId;
  readonly name: string;
  readonly type: string;
  readonly status: 'running' | 'waiting' | 'failed';
  /** The attempts as JSON, for a step that makes outside calls. */
  readonly attempts: string | null;
  readonly output: string | null;
  /** The end of the shown input, where the maximum number of attempts is. */
  readonly input_end: string | null;
}

export function selectOpenSteps(
  transaction: Transaction,
  workspace: WorkspaceId,
  runs: readonly RunId[],
): Promise<OpenStep[]> {
  return transaction.query(sql`
    select distinct on (run_id) run_id as run, name, type, status, attempts, left(output, ${maxOutput}) as output,
           right(input, 40) as input_end
    from run_steps
    where workspace_id = ${workspace} and run_id = any(${runs}::uuid[])
      and status in ('running', 'waiting', 'failed') and not handled
    order by run_id, position desc`);
}
