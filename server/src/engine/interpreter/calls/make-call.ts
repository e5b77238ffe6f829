import { createHash } from 'node:crypto';
import type { Context } from '../../../core/context/index.ts';
import type { RunJob } from '../../../core/runs/index.ts';
import type { RunContext } from '../run-context.ts';
import type { CallOutcome, Outside, OutsideCall } from './outside-call.ts';

export async function makeCall(
  context: Context,
  outside: Outside,
  { job, run }: RunContext,
  { path, trace }: { readonly path: string; readonly trace: string | undefined },
  call: OutsideCall,
): Promise<CallOutcome> {
  const startedAt = performance.now();
  const { workspace } = job;
  const key = stableKey(job, path);
  const made = await call.send({ ...outside, context, workspace, key, depth: run.depth + 1, trace });
  return { ...made, ms: Math.round(performance.now() - startedAt) };
}

/**
 * Returns one key for all attempts of a step (spec/runs §2.3). It is a UUID, which most servers expect, and
 * doesn't reveal the run's ID.
 */
function stableKey({ run }: Pick<RunJob, 'run'>, path: string): string {
  const hex = createHash('sha256').update(`${run}\n${path}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
