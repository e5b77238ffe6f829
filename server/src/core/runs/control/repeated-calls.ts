import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict } from '../../../lib/errors.ts';
import { typesWhere } from '../../workflows/index.ts';
import { type RunAddress, selectOutsideSteps } from './control-store.ts';

/** Steps whose effect is outside of this workspace's records: they would be done a second time. */
const outsideTypes = typesWhere(({ reaches }) => reaches === 'outside' || reaches === 'runs');
const maxNames = 5;

/** Refuses to do again what a run did outside; whoever wants that says so. */
export async function refuseRepeatedCalls(
  transaction: Transaction,
  address: RunAddress,
  instead?: string,
): Promise<void> {
  const steps = await selectOutsideSteps(transaction, address, outsideTypes);
  if (steps.length === 0) return;
  const names = steps.slice(0, maxNames).map((step) => `“${step}”`);
  const who = [...names, ...(steps.length > maxNames ? ['others'] : [])].join(', ');
  const has = steps.length === 1 ? 'has' : 'have';
  const advice = ['Confirm that this is wanted', ...(instead === undefined ? [] : [instead])].join(', or ');
  throw conflict(
    'calls_would_repeat',
    `${who} ${has} already called an address, sent a mail or started a workflow. From the first step this happens again. ${advice}.`,
  );
}
