import type { ApiResponse } from '../../../api/call.ts';

export type HistoryEntry = ApiResponse<'GET /leads/:id/history'>['history'][number];
export type FieldChange = HistoryEntry['changes'][number];

/** Consecutive entries of one run are shown as one. */
export interface HistoryGroup {
  readonly first: HistoryEntry;
  readonly entries: readonly HistoryEntry[];
}

export interface HistoryDay {
  /** The day in the user's time zone, as YYYY-MM-DD. */
  readonly day: string;
  readonly groups: readonly HistoryGroup[];
}

/** Returns the day of a time in the user's time zone. */
export function dayOf(time: string | number): string {
  const at = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Groups entries, which are sorted from new to old, by day and by run. */
export function groupHistory(entries: readonly HistoryEntry[]): HistoryDay[] {
  const days: { day: string; groups: { first: HistoryEntry; entries: HistoryEntry[] }[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.date);
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] });
    const groups = days.at(-1)?.groups ?? [];
    const last = groups.at(-1);
    if (last && entry.run !== null && last.first.run === entry.run) last.entries.push(entry);
    else groups.push({ first: entry, entries: [entry] });
  }
  return days;
}
