import pg from 'pg';
import { HarkError } from '../lib/errors.ts';
import { Statement } from './sql.ts';

/** A transaction was to happen on a condition, and that does not hold: nothing of it happened. */
class ConditionFailed extends HarkError {
  constructor() {
    super('conflict', 'condition_failed', 'What this was to be done for has changed meanwhile. Try again.');
  }
}

/** What PostgreSQL's log says, quoted, each time that this happens: whoever reads it there should not have to wonder. */
const said = 'Hark looks this caller up again: what it remembered of him has changed';
const invalidText = '22P02';

/**
 * A statement that fails unless `query` finds something. What follows it in the transaction is undone with it, without
 * anybody waiting for its answer in between. A text that is no number is the one error that planning cannot raise, needs no function of
 * ours, and says why.
 */
export const requireFound = (query: Statement): Statement => new Statement(requiring, [query]);

const requiring = [
  `select (case when count(*) > 0 then '1' else '${said}' end)::integer as found from (`,
  ') condition',
];

/** What is told when a transaction failed that was sent with a condition, or without one. */
export const explainCondition = (error: unknown, condition: Statement | undefined): unknown =>
  condition && error instanceof pg.DatabaseError && error.code === invalidText && error.message.includes(said)
    ? new ConditionFailed()
    : error;
