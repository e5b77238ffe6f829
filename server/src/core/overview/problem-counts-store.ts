import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { isUnresolved } from '../runs/index.ts';

export interface CountedScope {
  readonly since: Date;
  /** Only workflows of this user; null means all. */
  readonly owner: UserId | null;
  /** Rows beyond this number aren't counted, so the query stays cheap. */
  readonly most: number;
}

const first = async (counted: Promise<{ count: number } | undefined>) => (await counted)?.count ?? 0;

/** Counts failed runs that no one has retried. Uses the index `runs_failed`. */
export const countFailedRuns = (
  transaction: Transaction,
  workspace: WorkspaceId,
  { since, owner, most }: CountedScope,
): Promise<number> =>
  first(
    transaction.first(sql`
      select count(*) as count from (
        select from runs r
        where r.workspace_id = ${workspace} and ${isUnresolved} and r.ended_at >= ${since}
          ${
            owner === null
              ? sql``
              : sql`and exists (select from workflows w
              where w.workspace_id = ${workspace} and w.id = r.workflow_id and w.owner_id = ${owner})`
          }
        limit ${most}) failed`),
  );

/** Counts stored rejections. Few are stored per listener (spec/listeners §5.4), so the primary key is index enough. */
export const countRejectedRequests = (
  transaction: Transaction,
  workspace: WorkspaceId,
  { since, owner, most }: CountedScope,
): Promise<number> =>
  first(
    transaction.first(sql`
      select count(*) as count from (
        select from refused_requests q
        where q.workspace_id = ${workspace} and q.at >= ${since}
          ${
            owner === null
              ? sql``
              : sql`and exists (select from listeners l
              join workflows w on w.workspace_id = l.workspace_id and w.id = l.workflow_id
              where l.workspace_id = ${workspace} and l.id = q.listener_id and w.owner_id = ${owner})`
          }
        limit ${most}) rejected`),
  );
