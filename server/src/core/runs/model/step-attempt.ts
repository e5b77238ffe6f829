/** One attempt of a step that calls outside. While in progress, only `at` is set. */
export interface StepAttempt {
  /** ISO 8601 */
  readonly at: string;
  readonly ms?: number;
  /** The status of the response, if there was one. */
  readonly status?: number;
  readonly error?: string;
  /** When the next attempt is due. */
  readonly next_at?: string;
  /** The outcome is unknown: the worker ended during the attempt. */
  readonly interrupted?: true;
}

export const readAttempts = ({ attempts }: { readonly attempts: string | null }): readonly StepAttempt[] =>
  attempts === null ? [] : (JSON.parse(attempts) as StepAttempt[]);
