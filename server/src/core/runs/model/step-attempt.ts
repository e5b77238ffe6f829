/** One attempt of a step that makes an outgoing call. While the attempt is in progress, only `at` is set. */
export interface StepAttempt {
  /** When the attempt started, in ISO 8601. */
  readonly at: string;
  readonly ms?: number;
  /** The response's status, if there was a response. */
  readonly status?: number;
  readonly error?: string;
  /** When the next attempt is due. */
  readonly next_at?: string;
  /** Set if the outcome is unknown because the worker stopped during the attempt. */
  readonly interrupted?: true;
}

export const readAttempts = ({ attempts }: { readonly attempts: string | null }): readonly StepAttempt[] =>
  attempts === null ? [] : (JSON.parse(attempts) as StepAttempt[]);
