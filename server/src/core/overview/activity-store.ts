import { sql } from '../../db/driver/sql.ts';
import type { Transaction } from '../../db/driver/transaction.ts';
import type { LeadId, UserId, WorkspaceId } from '../../lib/ids.ts';

/** A change to a lead. */
export interface LeadChangeRow {
  readonly lead: LeadId;
  readonly at: Date;
  readonly action: string;
  readonly user: string | null;
  readonly means: string;
  readonly means_name: string | null;
}

/** Returns the newest changes to leads, optionally only to one owner's. Reads at most `most` entries. */
export const selectLeadChanges = (
  transaction: Transaction,
  workspace: WorkspaceId,
  owner: UserId | null,
  most: number,
): Promise<LeadChangeRow[]> =>
  transaction.query(sql`
    select h.lead_id as lead, h.at, h.action, h.user_name as user, h.means_type as means, h.means_name
    from (select id, lead_id, at, action, user_name, means_type, means_name from lead_history
          where workspace_id = ${workspace} order by id desc limit ${most}) h
    ${
      owner === null
        ? sql``
        : sql`where exists (select from leads l
                where l.workspace_id = ${workspace} and l.id = h.lead_id and l.owner_id = ${owner})`
    }
    order by h.id desc`);
