import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkflowId, WorkspaceId } from '../../lib/ids.ts';

export interface ListedWorkflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly owner_id: UserId;
  readonly owner_name: string;
  readonly owner_active: boolean;
  readonly enabled: boolean;
  readonly version: number;
  readonly published_at: Date | null;
  readonly has_draft: boolean;
  readonly has_listener: boolean;
  /** The types of its triggers. */
  readonly trigger_types: string[];
  readonly total: number;
}

/** Returns workflows sorted by name. `total` counts all of them, regardless of the page size. */
export function selectListed(
  transaction: Transaction,
  workspace: WorkspaceId,
  { owner, search, after, most }: { owner: UserId | null; search: string; after: string; most: number },
): Promise<ListedWorkflow[]> {
  return transaction.query<ListedWorkflow>(sql`
    select * from (
      select w.id, w.name, u.id as owner_id, u.name as owner_name, u.active as owner_active, w.enabled,
             w.published_version as version, v.published_at, d.steps is not null as has_draft,
             exists (select from listeners l where l.workspace_id = w.workspace_id and l.workflow_id = w.id) as has_listener,
             array(select distinct t.type from workflow_triggers t
                   where t.workspace_id = w.workspace_id and t.workflow_id = w.id) as trigger_types,
             (count(*) over ())::int as total
      from workflows w
      join users u on u.workspace_id = w.workspace_id and u.id = w.owner_id
      left join workflow_versions v
        on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
      left join workflow_drafts d on d.workspace_id = w.workspace_id and d.workflow_id = w.id
      where w.workspace_id = ${workspace} and (${owner}::bigint is null or w.owner_id = ${owner})
        and (${search} = '' or position(lower(${search}) in lower(w.name)) > 0
             or position(lower(${search}) in lower(u.name)) > 0)) found
    where found.name > ${after}
    order by found.name limit ${most}`);
}
