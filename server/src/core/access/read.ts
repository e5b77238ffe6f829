import type { Transaction } from '../../db/transaction.ts';

/** Something to read, every statement of which is sent before the first wait, so that it is one round trip. */
export type Read<Result> = (transaction: Transaction) => Promise<Result>;
