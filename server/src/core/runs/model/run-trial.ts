import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { Mailer } from '../../../lib/mail.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { CompiledWorkflow } from '../../workflows/index.ts';

/** A workflow to test. Its steps need not be published. */
export interface TrialParams {
  readonly principal: Principal;
  readonly workflow: WorkflowId;
  readonly steps: CompiledWorkflow;
  /** Read as `__data`: the input of an existing run, or sample data. */
  readonly input: { readonly run: RunId } | { readonly data: Readonly<Record<string, unknown>> };
  /** Responses of outside calls, by step name. No call is made. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Never sends. Without one, email steps fail, as in a run. */
  readonly mailer: Mailer | undefined;
}

export interface TrialStep {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** JSON, secrets hidden. */
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  /** When it would start. Waits before it count as elapsed. */
  readonly at: Date;
}

export interface TrialResult {
  /** `unfinished`: it exceeds the limits of a trial. */
  readonly status: 'succeeded' | 'failed' | 'unfinished';
  readonly error: string | null;
  readonly owner: { readonly name: string; readonly isActive: boolean };
  readonly steps: readonly TrialStep[];
}

/**
 * Executes steps as a run would, as the workflow's owner, in a transaction that is rolled back. Waits end at
 * once, and no outside call or email is sent (docs/design/drafts-and-trials.md). The engine implements it.
 */
export type RunTrial = (context: Context, wish: TrialParams) => Promise<TrialResult>;
