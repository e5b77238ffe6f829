import type { CompiledStep } from '../../core/workflows/index.ts';

/** A step whose effect is outside of our database: it is done between two transactions, at least once. */
export type OutsideStep = Extract<CompiledStep, { type: 'http.request' | 'notify' }>;

/** An HTTP request as a step describes it, checked. */
export interface HttpCall {
  readonly type: 'http.request';
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly mostAttempts: number;
}

/** A mail as a step describes it, checked. */
export interface MailCall {
  readonly type: 'notify';
  readonly user: string;
  readonly subject: string;
  readonly text: string;
  readonly mostAttempts: number;
}

export type OutsideCall = HttpCall | MailCall;

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
