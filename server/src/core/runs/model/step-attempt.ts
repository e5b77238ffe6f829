/** One attempt of a step that calls outside. While it is under way it has only its beginning. */
export interface StepAttempt {
  /** ISO 8601 */
  readonly at: string;
  readonly ms?: number;
  /** What the server answered with, when it answered. */
  readonly status?: number;
  /** Why it did not do. */
  readonly error?: string;
  /** When it is tried again. */
  readonly next_at?: string;
  /** Nobody knows what became of it: the worker ended meanwhile. */
  readonly interrupted?: true;
}

/** The attempts that a row holds. */
export const readAttempts = ({ attempts }: { readonly attempts: string | null }): readonly StepAttempt[] =>
  attempts === null ? [] : (JSON.parse(attempts) as StepAttempt[]);
