import type { LeadId } from '../../../lib/ids.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { JobCounts } from '../../jobs/index.ts';
import { readFieldSet } from '../../lead-fields/index.ts';
import { changeAs } from '../import/import-batch.ts';
import type { UndoParams } from './cause.ts';
import type { LeftAlone, RevertPlan } from './plan-revert.ts';
import { type Reverted, revertLeads } from './revert-leads.ts';
import { type FoundCause, findCause } from './start-undo.ts';
import { countReverted } from './step-undo.ts';

const leadsAtOnce = 500;
const maxListed = 100;
/** The preview of a large undo stops after this time and reports how far it got. */
const maxPreviewMs = 5_000;

/** What an undo would do (spec/undo §3.3). Each list has the first 100 items. */
export interface UndoPreview extends Pick<FoundCause, 'period' | 'name'> {
  readonly total: number;
  /** How many leads the counts and lists cover. */
  readonly covered: number;
  readonly counts: JobCounts;
  readonly changed: readonly Pick<Reverted, 'lead' | 'fields'>[];
  readonly deleted: readonly LeadId[];
  readonly restored: readonly LeadId[];
  readonly left: readonly (LeftAlone & { readonly lead: LeadId })[];
}

/** Plans an undo without changing or locking anything. */
export function previewUndo(
  { db, clock }: Context,
  principal: Principal,
  params: UndoParams,
): Promise<UndoPreview> {
  const workspace = principal.workspace.id;
  return db.read(workspace, async (transaction) => {
    const started = clock.now();
    const { leads, first, period, name } = await findCause(transaction, principal, params, started);
    const fields = await readFieldSet(transaction, workspace);
    const change = changeAs(principal, { transaction, workspace, clock, fields });
    const plans = { planned: new Map<LeadId, RevertPlan>(), claimed: new Set<string>() };
    const undo = { change, period, first, job: null, ...plans };
    const results: Reverted[] = [];
    let covered = 0;
    while (covered < leads.length && clock.now().getTime() - started.getTime() < maxPreviewMs) {
      const batch = leads.slice(covered, covered + leadsAtOnce);
      results.push(...(await revertLeads(undo, batch)));
      covered += batch.length;
    }
    const leadsThat = (whole: 'delete' | 'restore') =>
      results.filter((result) => result.whole === whole).map(({ lead }) => lead);
    return {
      period,
      name,
      total: leads.length,
      covered,
      counts: countReverted(results),
      changed: results.filter(({ fields: list }) => list.length > 0).slice(0, maxListed),
      deleted: leadsThat('delete').slice(0, maxListed),
      restored: leadsThat('restore').slice(0, maxListed),
      left: results.flatMap(({ lead, left }) => left.map((one) => ({ lead, ...one }))).slice(0, maxListed),
    };
  });
}
