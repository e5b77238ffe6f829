import { fault } from '../../lib/errors.ts';
import type { Statement } from './sql.ts';
import { Asking, type Transaction } from './transaction.ts';

/**
 * A transaction for several who work in it at the same time: what all of them ask in one turn of the loop travels together. Each
 * sees what the others have written. Whoever ends it waits for all of them first: one that fails does not stop the others.
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

  /** Does not fail by itself: those whose statements it sends are told. */
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
