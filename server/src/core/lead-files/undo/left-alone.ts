import { unguardCell } from '../../../lib/csv/write-record.ts';
import type { Context } from '../../context/index.ts';
import type { Job } from '../../jobs/index.ts';
import type { Page } from '../../paging/index.ts';
import { readResult, refusedHead, refusedLine } from '../import/first-refused.ts';
import type { Reverted } from './revert-leads.ts';

/** The header row of the file that lists what an undo left alone. */
export const leftHead = refusedHead(['id', 'field', 'changed_by', 'changed_at']);

/** Lists what was left alone (spec/undo §3.4), one line for each field or lead. */
export const leftLines = (results: readonly Reverted[], row: number): string[] =>
  results
    .flatMap(({ lead, left }) => left.map((one) => ({ lead, ...one })))
    .map(({ lead, field, reason, by }, index) =>
      refusedLine(row + index + 1, reason, [
        String(lead),
        field ?? '',
        by?.name ?? '',
        by?.at.toISOString() ?? '',
      ]),
    );

/** What an undo left alone, as the API and the console show it. */
export interface ShownLeft {
  readonly lead_id: number;
  readonly field: string | null;
  readonly reason: string;
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

/** Returns a page of what an undo left alone. */
export async function readLeftAlone(
  context: Context,
  job: Job,
  { start, limit }: Page,
): Promise<ShownLeft[]> {
  const found: ShownLeft[] = [];
  let index = 0;
  for await (const cells of readResult(context, job)) {
    if (found.length === limit) break;
    if (index++ < start) continue;
    const [, reason = '', id, field = '', by = '', at = ''] = cells.map(unguardCell);
    found.push({
      lead_id: Number(id),
      field: field || null,
      reason,
      changed_by: by || null,
      changed_at: at || null,
    });
  }
  return found;
}
