import type { Transaction } from '../../../db/driver/transaction.ts';
import { fault } from '../../../lib/errors.ts';
import type { RunId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Mailer } from '../../../lib/mail.ts';
import type { Context } from '../../context/index.ts';
import type { CompiledWorkflow, StepType } from '../../workflows/index.ts';
import type { StepRow } from '../execution/step-store.ts';

/** The outcome of a step that would call a server, ask users or call a workflow. */
export type StepMock =
  | { readonly kind: 'response'; readonly response: MockResponse }
  | { readonly kind: 'output'; readonly output: unknown }
  /** Without a code, the error is one of the failure codes, or the server was unreachable. */
  | { readonly kind: 'error'; readonly error: string; readonly code?: string | null }
  /** Users don't decide before the step stops waiting. */
  | { readonly kind: 'timeout' };

export interface MockResponse {
  readonly status: number;
  /** Header names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Returns the outcome of the next call of a step. Without an outcome, the trial ends there as unfinished. Anything that it
 * throws ends the trial with that error. `rows` are the steps so far, by path.
 */
export type MockStep = (
  step: { readonly path: string; readonly name: string; readonly type: StepType },
  rows: ReadonlyMap<string, StepRow>,
) => StepMock | undefined;

/** What to test. The workflow's steps need not be published. */
export interface TrialParams {
  readonly workspace: WorkspaceId;
  readonly workflow: WorkflowId;
  readonly steps: CompiledWorkflow;
  /** What the trial reads as `__data`: an existing run's input, sample data, or the input as it would be stored. */
  readonly input:
    | { readonly run: RunId }
    | { readonly data: Readonly<Record<string, unknown>> }
    | { readonly stored: string };
  /** The responses to use for outgoing calls, by step name. No call is actually made. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Never sends anything. Without a mailer, email steps fail, as in a run. */
  readonly mailer: Mailer | undefined;
  /** Replaces `answers`, and also decides the outcome of approvals and called workflows. */
  readonly mock?: MockStep;
  /** When the run starts; without it, now. */
  readonly startsAt?: Date | undefined;
  /** Whether email is sent regardless of the daily limit, because the original run has counted it. */
  readonly ignoresMailLimit?: boolean;
  /** The ID of the temporary run; without it, a new one. */
  readonly id?: RunId;
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

/** An HTTP request that a step would send, with secrets hidden. */
export interface TrialRequest {
  readonly step: string;
  readonly method: string;
  readonly url: string;
  /** Header names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An email that a step would send, with secrets hidden. */
export interface TrialMail {
  readonly step: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly reply_to: string | null;
  readonly subject: string;
  readonly text: string;
}

export interface TrialResult {
  readonly run: RunId;
  /** `unfinished` means that the trial exceeded its limits, or that a call has no outcome. */
  readonly status: 'succeeded' | 'failed' | 'unfinished';
  readonly error: string | null;
  readonly owner: { readonly name: string; readonly isActive: boolean };
  readonly steps: readonly TrialStep[];
  /** What the run would return, as JSON with secrets hidden; null without a `return` step. */
  readonly result: string | null;
  /** How many failures were handled. */
  readonly warnings: number;
  /** Each attempt is one request. */
  readonly http: readonly TrialRequest[];
  readonly mails: readonly TrialMail[];
}

/** Lets email steps of a trial succeed. A trial never sends anything. */
export const trialMailer: Mailer = {
  send() {
    throw fault('trial_mail', 'A trial must not send email.');
  },
};

/**
 * Executes steps as a run would, as the workflow's owner, in a transaction that is rolled back. Waits end
 * immediately, no outgoing call is made, and no email is sent (docs/design/drafts-and-trials.md). The engine
 * implements this function.
 */
export type RunTrial = (context: Context, params: TrialParams) => Promise<TrialResult>;

/**
 * Like `RunTrial`, but in a transaction that the caller rolls back. The context's database must be the one within that
 * transaction.
 */
export type RunTrialIn = (
  context: Context,
  transaction: Transaction,
  params: TrialParams,
) => Promise<TrialResult>;
