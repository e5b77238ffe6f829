import { type Principal, type Reach, reachOf } from '../../access/index.ts';
import type { Job } from '../../jobs/index.ts';

/** Which leads are exported, and what of them. */
export interface ExportOptions {
  /** As a search of the API takes them; checked against the fields when the export is asked for. */
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
  readonly columns: readonly string[];
}

/** What is stored: how far the user saw when they asked for it, too. The file holds nothing beyond that. */
export interface StoredExport extends ExportOptions {
  readonly reach: Reach;
}

/** Whether a file that was made holds no more than its user may see now: an export outlives a change of his role. */
export const isWithinReach = (principal: Principal, { kind, options }: Job): boolean =>
  kind !== 'export' ||
  reachOf(principal, 'leads.export') === 'all' ||
  (options as StoredExport).reach === reachOf(principal, 'leads.export');
