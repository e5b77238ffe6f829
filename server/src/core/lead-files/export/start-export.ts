import { invalid } from '../../../lib/errors.ts';
import type { JobId } from '../../../lib/ids.ts';
import { type Principal, type Reach, reachOf } from '../../access/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { insertJob, type Job } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { readLeadPage } from '../../leads/index.ts';
import { requireBytes, requireFewExports, requireRoom } from '../require-room.ts';

export interface ExportOptions {
  /**
   * Filters in the format of the API's search. They are checked against the fields when the export is
   * created.
   */
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
  readonly columns: readonly string[];
}

/** `reach` is the user's access when the export was created. The file contains no leads beyond it. */
export interface StoredExport extends ExportOptions {
  readonly reach: Reach;
}

/**
 * Returns whether the user may still download the file. Their role may have changed since the export was
 * created, so they may no longer be allowed to see everything in it.
 */
export const isWithinReach = (principal: Principal, { kind, options }: Job): boolean =>
  kind !== 'export' ||
  reachOf(principal, 'leads.export') === 'all' ||
  (options as StoredExport).reach === reachOf(principal, 'leads.export');

/** Queues an export. The leads are counted and the filters checked now, so an invalid filter fails early. */
export function startExport(
  { db, clock, key }: Context,
  principal: Principal,
  origin: string,
  { name, options }: { name: string; options: ExportOptions },
): Promise<JobId> {
  const { workspace, user, means } = principal;
  return db.write(workspace.id, async (transaction) => {
    await requireRoom(transaction, principal);
    await requireFewExports(transaction, principal);
    await requireBytes(transaction, workspace.id);
    const fields = await readFieldSet(transaction, workspace.id);
    const unknown = options.columns.find((alias) => !fields.byAlias.has(alias));
    if (unknown !== undefined)
      throw invalid('unknown_field', 'One of the columns no longer exists. Choose the columns again.');
    const { filters, match } = options;
    const { total } = await readLeadPage(transaction, principal, fields, { filters, match, limit: 1 }, 1);
    const stored: StoredExport = { ...options, reach: reachOf(principal, 'leads.export') };
    const wanted = { kind: 'export', status: 'queued', user, name, options: stored, size: total } as const;
    const id = await insertJob(transaction, workspace.id, wanted, clock.now());
    await recordAudit(
      { transaction, workspace: workspace.id, actor: { user, means, origin }, clock, key },
      {
        action: 'created',
        subject: { type: 'export', id, name },
        old: {},
        new: { leads: total, columns: options.columns },
      },
    );
    return id;
  });
}
