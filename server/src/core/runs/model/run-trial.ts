import type { RunId, WorkflowId } from '../../../lib/ids.ts';
import type { Mailer } from '../../../lib/mail.ts';
import type { Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import type { CompiledWorkflow } from '../../workflows/index.ts';

/** What to test. The workflow's steps need not be published. */
export interface TrialParams {
  readonly principal: Principal;
  readonly workflow: WorkflowId;
  readonly steps: CompiledWorkflow;
  /** What the trial reads as `__data`: an existing run's input, or sample data. */
  readonly input: { readonly run: RunId } | { readonly data: Readonly<Record<string, unknown>> };
  /** The responses to use for outgoing calls, by step name. No call is actually made. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Never sends anything. Without a mailer, email steps fail, as in a run. */
  readonly mailer: Mailer | undefined;
}

/** Which step to test alone, by name. */
export interface StepTestParams extends TrialParams {
  readonly step: string;
  /** Whether to send the step's HTTP request for real. */
  readonly isSent: boolean;
}

export interface StepTestResult {
  /** `not reached` means that the run would fail or end before the step, or that its loop has no items. */
  readonly status: 'succeeded' | 'failed' | 'not reached';
  readonly error: string | null;
  /** The input and output as JSON, with secrets hidden. */
  readonly input: string | null;
  readonly output: string | null;
  /** How long the real HTTP request took; null if none was sent. */
  readonly sentMs: number | null;
}

/**
 * Executes one step as a trial does. Earlier steps have the outputs that they had in the chosen run, except for
 * supplied responses; steps without such an output are executed too. In a loop, the step runs for the first item.
 * The engine implements this function.
 */
export type TestStep = (context: Context, params: StepTestParams) => Promise<StepTestResult>;

export interface TrialStep {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** The input as JSON, with secrets hidden. */
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  /** When the step would start, assuming that the waits before it have elapsed. */
  readonly at: Date;
}

export interface TrialResult {
  /** `unfinished` means that the trial exceeded its limits. */
  readonly status: 'succeeded' | 'failed' | 'unfinished';
  readonly error: string | null;
  readonly owner: { readonly name: string; readonly isActive: boolean };
  readonly steps: readonly TrialStep[];
}

/**
 * Executes steps as a run would, as the workflow's owner, in a transaction that is rolled back. Waits end
 * immediately, no outgoing call is made, and no email is sent (docs/design/drafts-and-trials.md). The engine
 * implements this function.
 */
export type RunTrial = (context: Context, params: TrialParams) => Promise<TrialResult>;
