import type { Transaction } from '../../../db/driver/transaction.ts';
import { open, seal } from '../../../lib/crypto/installation-key.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { notifyAnswer, selectRunAnswer, updateAnswer } from '../execution/execution-store.ts';
import type { RunJob } from '../model/run-engine.ts';

const purpose = 'run-answer';

export const sealedAnswer = { table: 'runs', column: 'answer', purpose } as const;

/** A `respond` step's response to the listener's caller. */
export interface RunAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: { readonly type: string; readonly text: string } | null;
}

/** The body of the response that confirms a stored run (spec/listeners §7.1, §7.2). */
export const receiptBody = (run: RunId): string => `{"ok":true,"run_id":"${run}"}`;

/** The response if a caller waits and the run fails before its respond step. */
export const workflowFailed = { status: 500, message: 'The workflow failed.' } as const;

/** Decrypts a stored response. */
export const openAnswer = ({ key }: Context, sealed: string): RunAnswer =>
  JSON.parse(open(key, purpose, sealed));

/** The state of a run that a caller waits for: its response, or how the run finished without one. */
export type Awaited =
  | { readonly kind: 'answered'; readonly answer: RunAnswer }
  | { readonly kind: 'ended'; readonly isFailed: boolean }
  | { readonly kind: 'pending' };

/**
 * Saves a run's response in its step's transaction. The response is encrypted, because it can contain a
 * secret. If there are several, the first one wins. The commit notifies waiting callers.
 * @returns whether this was the first response
 */
export async function saveAnswer(
  { key, clock }: Context,
  transaction: Transaction,
  job: RunJob,
  answer: RunAnswer,
): Promise<boolean> {
  const sealed = seal(key, purpose, JSON.stringify(answer));
  const isAwaited = await updateAnswer(transaction, job, { sealed, status: answer.status }, clock.now());
  if (isAwaited) await notifyAnswer(transaction, job.run);
  return isAwaited !== undefined;
}

export async function readAnswer(context: Context, workspace: WorkspaceId, run: RunId): Promise<Awaited> {
  const found = await context.db.read(workspace, (transaction) =>
    selectRunAnswer(transaction, workspace, run),
  );
  if (found?.answer) return { kind: 'answered', answer: openAnswer(context, found.answer) };
  if (!found || found.status === 'succeeded') return { kind: 'ended', isFailed: false };
  if (found.status === 'failed' || found.status === 'cancelled') return { kind: 'ended', isFailed: true };
  return { kind: 'pending' };
}
