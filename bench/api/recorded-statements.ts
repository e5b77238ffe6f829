import { type Parameter, Statement, toWireStatement } from '../../server/src/db/driver/sql.ts';
import type { Transaction } from '../../server/src/db/driver/transaction.ts';

/** A statement as Hark sends it. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly Parameter[];
}

/** Wraps a transaction and records its statements, so the baselines can run the same statements as Hark. */
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
