import type { JobId } from '../../../lib/ids.ts';
import { type Principal, type Reach, reachOf } from '../../access/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { insertJob } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { readLeadInput, readLeadPage } from '../../leads/index.ts';
import { requireBytes, requireRoom } from '../require-room.ts';

/**
 * Selects the leads to change: those that match the filters when the job reaches them, minus exceptions.
 * Leads created after the job are left alone.
 */
export interface BulkOptions {
  /**
   * Filters in the format of the API's search. They are checked against the fields when the job is created.
   */
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
  readonly except: readonly number[];
  /** The ID of the newest lead when the job was created. */
  readonly last: number;
  /** The user's access when the job was created. Leads that weren't counted then are left alone. */
  readonly reach: Reach;
  /** The new values; empty if the leads are deleted. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether the changes start triggers. */
  readonly startsTriggers?: boolean | undefined;
}

export type BulkParams = Omit<BulkOptions, 'last' | 'reach' | 'values'> & {
  readonly kind: 'edit' | 'delete';
  readonly values: Readonly<Record<string, unknown>>;
};

/**
 * Queues a change to all matching leads. The leads are counted and the values checked now, so invalid input
 * fails early. The permission is checked for each lead when it is processed.
 */
export function startBulk(
  { db, clock, key }: Context,
  principal: Principal,
  origin: string,
  { kind, filters, match, except, values, startsTriggers }: BulkParams,
): Promise<{ id: JobId; total: number }> {
  const { workspace, user, means } = principal;
  return db.write(workspace.id, async (transaction) => {
    await requireRoom(transaction, principal);
    await requireBytes(transaction, workspace.id);
    const fields = await readFieldSet(transaction, workspace.id);
    if (kind === 'edit') readLeadInput(values, fields);
    const params = { filters, match, orderBy: '-id', limit: 1 };
    const { total, leads } = await readLeadPage(transaction, principal, fields, params, 1);
    const last = Number(/"id":(\d+)/.exec(leads)?.[1] ?? 0);
    const reach = reachOf(principal, 'leads.view');
    const options: BulkOptions = { filters, match, except, last, reach, values, startsTriggers };
    const name = kind === 'delete' ? 'Delete leads' : `Change ${Object.keys(values).join(', ')}`;
    const wanted = { kind, status: 'queued', user, name, options, size: total } as const;
    const id = await insertJob(transaction, workspace.id, wanted, clock.now());
    await recordAudit(
      { transaction, workspace: workspace.id, actor: { user, means, origin }, clock, key },
      {
        action: 'created',
        subject: { type: 'bulk_change', id, name },
        old: {},
        new: { leads: total, fields: Object.keys(values) },
      },
    );
    return { id, total };
  });
}
