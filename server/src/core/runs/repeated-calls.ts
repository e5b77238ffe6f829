import type { Transaction } from '../../db/transaction.ts';
import { conflict } from '../../lib/errors.ts';
import { type RunAddress, selectOutsideSteps } from './control-store.ts';

/** Steps whose effect is outside of this workspace's records: they would be done a second time. */
const outsideTypes = ['http.request', 'notify', 'workflow.start'];

/** Refuses to do again what a run did outside; whoever wants that says so. */
export async function refuseRepeatedCalls(
  transaction: Transaction,
  address: RunAddress,
  instead?: string,
): Promise<void> {
  const steps = await selectOutsideSteps(transaction, address, outsideTypes);
  if (steps.length === 0) return;
  const advice = ['say that this is wanted', ...(instead === undefined ? [] : [instead])].join(', or ');
  throw conflict(
    'calls_would_repeat',
    `The run ${address.run} has called outside (${steps.slice(0, 5).join(', ')}). From the start it would do so again: ${advice}.`,
  );
}
