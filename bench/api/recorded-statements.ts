import { type Parameter, Statement, toWireStatement } from '../../server/src/db/driver/sql.ts';
import type { Transaction } from '../../server/src/db/driver/transaction.ts';

/** A statement as the product sends it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly Parameter[];
}

/** A transaction that works as the given one and notes what runs in it: the bare sides run the product's own statements. */
export function recordingIn(transaction: Transaction, into: RecordedStatement[]): Transaction {
  return new Proxy(transaction, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        for (const argument of given.flat())
          if (argument instanceof Statement) into.push({ ...toWireStatement(argument) });
        return method.apply(target, given) as unknown;
      };
    },
  });
}
