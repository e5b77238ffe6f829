import type { ApiResponse } from '../../api/call.ts';

/** A run with all its details. */
export type ViewedRun = ApiResponse<'GET /runs/:id'>;
export type Step = ViewedRun['steps'][number];

/** Returns the Stop step that failed the run, if one did. A Stop step that runs is always the last one. */
export function failingStop({ status }: ViewedRun, steps: readonly Step[]): Step | undefined {
  const last = steps.at(-1);
  return status === 'failed' && last?.type === 'stop' ? last : undefined;
}
