import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import type { Progress } from './progress.ts';

interface Asked {
  readonly workspace: WorkspaceId;
  readonly user: UserId;
  /** The owner whose workflows the user can see; null if the user can see all. */
  readonly owner: UserId | null;
  readonly demoWorkflows: readonly string[];
  readonly demoEmails: readonly string[];
}

/** Returns whether there is anything of each kind. Stops at the first row. */
export const selectProgress = (
  transaction: Transaction,
  { workspace, user, owner, demoWorkflows, demoEmails }: Asked,
): Promise<Progress> =>
  transaction.one(sql`
    with own as (
      select id, owner_id, published_version > 0 as is_published from workflows
      where workspace_id = ${workspace} and name <> all(${demoWorkflows}))
    select exists (select from own where is_published) as "hasWorkflow",
           exists (
             select from own where exists (
               select from runs
               where workspace_id = ${workspace} and workflow_id = own.id and listener_id is not null))
             as "hasRequest",
           exists (
             select from leads where workspace_id = ${workspace}
               and (email_key is null or email_key <> all(${demoEmails}))) as "hasLead",
           exists (select from users where workspace_id = ${workspace} and id <> ${user}) as "hasColleague",
           exists (select from api_key_uses where workspace_id = ${workspace})
             or exists (select from api_clients where workspace_id = ${workspace} and last_used_at is not null)
             as "hasApiCall",
           (select id from own where ${owner}::bigint is null or owner_id = ${owner}
            order by is_published desc, id desc limit 1) as workflow`);
