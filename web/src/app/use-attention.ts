import { useQuery } from '@tanstack/react-query';
import { query } from '../api/queries.ts';
import { shellTexts } from '../texts/shell.ts';

const { counts: texts } = shellTexts;
const refreshMs = 60_000;
/** The server counts no further. */
const maxCounted = 1_000;

/** A number on the rail: something that someone should look at. */
export interface Count {
  readonly shown: string;
  /** What screen readers say. */
  readonly spoken: string;
  readonly tone: 'failed' | 'rejected' | 'waiting';
}

/** Returns by page how much needs attention, as on Home. The counts are refreshed every minute, and when the user returns to the browser tab. */
export function useAttention(): Readonly<Record<string, Count>> {
  const { data } = useQuery({
    ...query('GET /session/attention', {}),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
  const found = [
    ['/runs', data?.failed_runs, 'failed'],
    ['/requests', data?.rejected_requests, 'rejected'],
    ['/approvals', data?.approvals, 'waiting'],
    ['/proposals', data?.proposals, 'waiting'],
  ] as const;
  return Object.fromEntries(
    found.flatMap(([page, count, tone]) => {
      if (!count) return [];
      const shown = count < maxCounted ? String(count) : texts.many(maxCounted - 1);
      return [[page, { shown, spoken: texts[tone](shown), tone }]];
    }),
  );
}
