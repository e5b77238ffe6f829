import { fault } from '../../lib/errors.ts';
import type { Statement } from './sql.ts';
import { Asking, type Transaction } from './transaction.ts';

/**
 * A transaction that several runs use at the same time. Statements that they issue in one tick of the event
 * loop share a round trip. Each run sees what the others wrote. Before ending the transaction, wait for all
 * of them: a run that fails doesn't stop the others.
 */
export class CoalescingTransaction extends Asking implements Transaction {
  readonly #transaction: Transaction;
  #isSendingSoon = false;

  constructor(transaction: Transaction) {
    super();
    this.#transaction = transaction;
  }

  query<Row extends object>(statement: Statement): Promise<Row[]> {
    const rows = this.#transaction.ahead<Row>(statement);
    if (!this.#isSendingSoon) {
      this.#isSendingSoon = true;
      setImmediate(() => void this.flush());
    }
    return rows;
  }

  ahead<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.#transaction.ahead(statement);
  }

  /** Never rejects: an error goes to the callers whose statements it sends. */
  async flush(): Promise<void> {
    this.#isSendingSoon = false;
    await this.#transaction.flush().catch(() => undefined);
  }

  async last<Row extends object>(): Promise<Row[]> {
    throw fault('transaction_shared', 'Nobody ends a transaction in which others are at work.');
  }

  async attempt<T>(): Promise<T> {
    throw fault('transaction_shared', 'What is undone alone would undo what others have done meanwhile.');
  }
}
