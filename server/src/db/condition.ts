import pg from 'pg';
import { HarkError } from '../lib/errors.ts';
import { type Statement, sql } from './sql.ts';

/** A transaction was to happen on a condition, and that does not hold: nothing of it happened. */
class ConditionFailed extends HarkError {
  constructor() {
    super('conflict', 'condition_failed', 'What this was to be done for has changed meanwhile. Try again.');
  }
}

const divisionByZero = '22012';

/**
 * A statement that fails unless `query` finds something. What follows it in the transaction is undone with it, without
 * anybody waiting for its answer in between. None of our own statements divides by what could be zero.
 */
export const requireFound = (query: Statement): Statement =>
  sql`select 1 / count(*) as found from (${query}) condition`;

/** What is told when a transaction failed that was sent with a condition, or without one. */
export const explainCondition = (error: unknown, condition: Statement | undefined): unknown =>
  condition && error instanceof pg.DatabaseError && error.code === divisionByZero
    ? new ConditionFailed()
    : error;
