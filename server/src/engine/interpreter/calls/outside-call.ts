import type { Context } from '../../../core/context/index.ts';
import type { StepType } from '../../../core/workflows/index.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Egress } from '../../../lib/egress/egress.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import type { Mailer } from '../../../lib/mail.ts';

/** What a step wants to send, checked and ready. */
export interface OutsideCall {
  readonly type: StepType;
  /** What a trace shows of it. */
  readonly span: { readonly name: string; readonly host?: string };
  /** Makes one attempt, in no transaction. */
  send(sender: CallSender): Promise<CallResult>;
  /** What a test run does instead: it checks what it can and sends nothing. */
  rehearse(rehearsal: Rehearsal): Promise<CallResult>;
}

/** How servers are reached. */
export interface Outside {
  readonly egress: Egress;
  /** Undefined if the operator has not set up mail. */
  readonly mailer: Mailer | undefined;
}

export interface CallSender extends Outside {
  readonly context: Context;
  readonly workspace: WorkspaceId;
  /** The same for every attempt of this step of this run. */
  readonly key: string;
  /** How many runs led to this call (design of the engine, 8). */
  readonly depth: number;
  /** The `traceparent` to send, if the run is traced. */
  readonly trace: string | undefined;
}

interface Rehearsal extends Pick<Outside, 'mailer'> {
  readonly workspace: WorkspaceId;
  readonly transaction: Transaction;
  /** The response body that the author supplied. */
  readonly answer: unknown;
}

interface Made {
  /** What the server answered with, if it did. */
  readonly status?: number;
  readonly output?: unknown;
  /** The output as it is shown. */
  readonly shownOutput?: unknown;
}

/** What became of a call. */
export type CallResult =
  | (Made & { readonly kind: 'done' })
  | (Made & {
      readonly kind: 'failed';
      readonly error: string;
      /** Whether another attempt may pass. */
      readonly mayRetry: boolean;
      readonly retryAfterMs?: number | undefined;
      readonly mostAttempts: number;
    });

/** The same, with how long it took. */
export type CallOutcome = CallResult & { readonly ms: number };
