import { fault } from '../../lib/errors.ts';
import type { Statement } from './sql.ts';
import { Asking, type Transaction } from './transaction.ts';

/**
 * A transaction that several runs use at the same time. Statements that the runs issue in the same tick of the
 * event loop share one round trip. Each run sees what the others wrote. A run that fails doesn't stop the
 * others, so wait for all of them before you end the transaction.
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

  /** Sends the collected statements. Never rejects: an error goes to the callers whose statements failed. */
  async flush(): Promise<void> {
    this.#isSendingSoon = false;
    await this.#transaction.flush().catch(() => undefined);
  }

  async last<Row extends object>(): Promise<Row[]> {
    throw fault('transaction_shared', "A shared transaction can't be ended by one of its users.");
  }

  async attempt<T>(): Promise<T> {
    throw fault(
      'transaction_shared',
      "A shared transaction doesn't support savepoints: rolling one back would undo other users' statements.",
    );
  }
}
