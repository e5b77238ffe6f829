import { type ErrorKind, HarkError } from '../../lib/errors.ts';

/** Why a step failed (spec/runs §2.9). Steps that handle the failure read it as `error.code`. */
export type FailureCode =
  | 'invalid'
  | 'forbidden'
  | 'not_found'
  | 'status'
  | 'unreachable'
  | 'blocked'
  | 'too_large'
  | 'rejected'
  | 'unavailable'
  | 'limit'
  | 'timeout'
  | 'failed';

const byKind: Readonly<Partial<Record<ErrorKind, FailureCode>>> = {
  unauthenticated: 'forbidden',
  forbidden: 'forbidden',
  'not-found': 'not_found',
  'too-many': 'limit',
};

/** Errors whose kind says too little. */
const byCode: ReadonlyMap<string, FailureCode> = new Map([
  ['workflow_off', 'unavailable'],
  ['started_too_deep', 'limit'],
  ['started_too_many', 'limit'],
  ['started_waiting', 'limit'],
  ['secret_bound', 'blocked'],
  ['call_interrupted', 'unreachable'],
  ['other_origin', 'blocked'],
  ['called_run_failed', 'failed'],
]);

/** Returns the code for an error in the workflow or its data. */
export function failureCodeOf(error: unknown): FailureCode {
  if (error instanceof RangeError) return 'too_large';
  if (!(error instanceof HarkError)) return 'invalid';
  return byCode.get(error.code) ?? byKind[error.kind] ?? 'invalid';
}
