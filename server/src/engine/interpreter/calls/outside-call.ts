import type { Context } from '../../../core/context/index.ts';
import type { StepMock, TrialMail, TrialRequest } from '../../../core/runs/index.ts';
import type { StepType } from '../../../core/workflows/index.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Egress } from '../../../lib/egress/egress.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import type { Mailer } from '../../../lib/mail.ts';
import type { FailureCode } from '../failure-code.ts';

export interface OutsideCall {
  readonly type: StepType;
  /** What traces show for this call. */
  readonly span: { readonly name: string; readonly host?: string };
  /** Runs once, in the transaction that stores the first attempt. @throws HarkError to fail the step */
  reserve?(transaction: Transaction, now: Date): Promise<void>;
  /** Makes one attempt, outside of any transaction. */
  send(sender: CallSender): Promise<CallResult>;
  /** Used by a test run: checks everything that can be checked without sending anything. */
  rehearse(rehearsal: Rehearsal): Promise<CallResult>;
}

export interface Outside {
  readonly egress: Egress;
  readonly mailer: Mailer | undefined;
}

export interface CallSender extends Outside {
  readonly context: Context;
  readonly workspace: WorkspaceId;
  /** The key is the same for every attempt of this step in this run. */
  readonly key: string;
  /** How many runs led to this call (spec/listeners §7.6, docs/design/steps.md). */
  readonly depth: number;
  /** The `traceparent` to send, if the run is traced. */
  readonly trace: string | undefined;
}

/** A message that a test run would send. */
export type UnsentMessage =
  | ({ readonly kind: 'request' } & Omit<TrialRequest, 'step'>)
  | ({ readonly kind: 'mail' } & Omit<TrialMail, 'step'>);

interface Rehearsal extends Pick<Outside, 'mailer'> {
  readonly workspace: WorkspaceId;
  readonly transaction: Transaction;
  readonly now: Date;
  /** Returns the outcome that the author supplied for an HTTP request. */
  mock(): StepMock;
  record(message: UnsentMessage): void;
}

interface Made {
  /** The HTTP status. Undefined if the server didn't respond. */
  readonly status?: number;
  readonly output?: unknown;
  /** The output with its secrets removed. */
  readonly shownOutput?: unknown;
}

export type CallResult =
  | (Made & { readonly kind: 'done' })
  | (Made & {
      readonly kind: 'failed';
      readonly error: string;
      readonly code: FailureCode;
      /** Whether another attempt may succeed. */
      readonly mayRetry: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly maxAttempts: number;
    });

export type CallOutcome = CallResult & { readonly ms: number };
