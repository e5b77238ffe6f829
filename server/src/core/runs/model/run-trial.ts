import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { Mailer } from '../../../lib/mail.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { CompiledWorkflow } from '../../workflows/index.ts';

/** A workflow to be tried out: its steps need not be published. */
export interface TrialParams {
  readonly principal: Principal;
  readonly workflow: WorkflowId;
  readonly steps: CompiledWorkflow;
  /** What it reads as `__data`: of a run that there was, or made up. */
  readonly input: { readonly run: RunId } | { readonly data: Readonly<Record<string, unknown>> };
  /** What calls outside would answer, by the name of their step: none is made. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Sends nothing: an email fails without one, as in a run. */
  readonly mailer: Mailer | undefined;
}

/** One step of a trial, as a run would show it. */
export interface TrialStep {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** JSON, secrets hidden. */
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  /** When it would begin: a wait before it is over by then. */
  readonly at: Date;
}

export interface TrialResult {
  /** Unfinished: it does more than a trial may. */
  readonly status: 'succeeded' | 'failed' | 'unfinished';
  readonly error: string | null;
  readonly owner: { readonly name: string; readonly isActive: boolean };
  readonly steps: readonly TrialStep[];
}

/**
 * Does what a run would do, as the workflow's owner, in a transaction that is rolled back. Waits end at once, and no outside call or
 * mail leaves (docs/design/drafts-and-trials.md). The engine implements it.
 */
export type RunTrial = (context: Context, wish: TrialParams) => Promise<TrialResult>;
