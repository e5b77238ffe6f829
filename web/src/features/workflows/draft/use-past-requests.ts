import { useEffect, useRef, useState } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';

type Page = ApiResponse<'POST /workflows/:id/shadow'>;
export type ShadowedRun = Page['runs'][number];

/** What was compared so far. */
export interface Comparison extends Pick<Page, 'requests' | 'same' | 'different' | 'incomplete' | 'runs'> {
  /** How many requests to compare. */
  readonly most: number;
  readonly isRunning: boolean;
}

/** Few enough requests that the progress moves about every second. */
const requestsAtOnce = 20;

/** Compares a draft with the published version on past requests, part by part. */
export function usePastRequests(workflow: number, revision: number) {
  const [comparison, setComparison] = useState<Comparison>();
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setComparison((now) => now && { ...now, isRunning: false });
  };
  const start = async (most: number) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    let now: Comparison = {
      most,
      isRunning: true,
      requests: 0,
      same: 0,
      different: 0,
      incomplete: 0,
      runs: [],
    };
    setError(undefined);
    setComparison(now);
    try {
      for (let before: string | null = null; now.isRunning; ) {
        const requests = Math.min(requestsAtOnce, most - now.requests);
        const body = { revision, requests, before };
        const page: Page = await call(
          'POST /workflows/:id/shadow',
          { params: { id: workflow }, body },
          signal,
        );
        now = added(now, page);
        setComparison(now);
        before = page.next;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      setError(thrown as Error);
      setComparison({ ...now, isRunning: false });
    }
  };
  return { comparison, error, start, stop };
}

const added = (now: Comparison, page: Page): Comparison => {
  const requests = now.requests + page.requests;
  return {
    most: now.most,
    isRunning: page.next !== null && requests < now.most,
    requests,
    same: now.same + page.same,
    different: now.different + page.different,
    incomplete: now.incomplete + page.incomplete,
    runs: [...now.runs, ...page.runs],
  };
};
