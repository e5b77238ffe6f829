import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showSuccess } from '../../../components/notices/notify.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import type { ListedRun } from './listed-run.ts';

const { bulk: texts } = runsListTexts;
/** How many runs one request changes. The progress is shown after each request. */
const runsAtOnce = 10;

export interface BulkResult {
  readonly kind: 'retry' | 'cancel';
  readonly refused: readonly { readonly run: ListedRun; readonly reason: string }[];
}

interface Part {
  readonly count: number;
  readonly refused: readonly { readonly run: string; readonly reason: string }[];
}

const retryPart = async (runs: string[]): Promise<Part> => {
  const { retried, refused } = await call('POST /runs/retry', { body: { runs } });
  return { count: retried.length, refused };
};
const cancelPart = async (runs: string[]): Promise<Part> => {
  const { cancelled, refused } = await call('POST /runs/cancel', { body: { runs } });
  return { count: cancelled.length, refused };
};

/** Retries or cancels several runs, a few at a time. */
export function useBulk() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const change = async (kind: BulkResult['kind'], runs: readonly ListedRun[]): Promise<BulkResult> => {
    const parts: Part[] = [];
    try {
      for (let done = 0; done < runs.length; done += runsAtOnce) {
        setProgress({ done, total: runs.length });
        const ids = runs.slice(done, done + runsAtOnce).map(({ id }) => id);
        parts.push(await (kind === 'retry' ? retryPart(ids) : cancelPart(ids)));
      }
    } finally {
      setProgress(undefined);
      const stale = ['GET /runs', 'GET /runs/:id', 'GET /runs-chart'];
      await Promise.all(stale.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
    }
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    if (count > 0) showSuccess(kind === 'retry' ? texts.retried(count) : texts.cancelled(count));
    const refused = parts.flatMap((part) =>
      part.refused.flatMap(({ run: id, reason }) => {
        const run = runs.find((one) => one.id === id);
        return run ? [{ run, reason }] : [];
      }),
    );
    return { kind, refused };
  };
  return {
    progress,
    retry: (runs: readonly ListedRun[]) => change('retry', runs),
    cancel: (runs: readonly ListedRun[]) => change('cancel', runs),
  };
}
