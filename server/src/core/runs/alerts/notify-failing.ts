import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import { messageOf } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/one-line.ts';
import type { Context } from '../../context/index.ts';
import {
  claimNews,
  type FailureNews,
  releaseNews,
  selectUntold,
  type WorkflowAddress,
} from './failing-store.ts';

const maxAtOnce = 100;

/** Sends email. An error is permanent if its `isTemporary` is false. */
export interface Mailer {
  send(mail: { to: string; subject: string; text: string; id: string }): Promise<unknown>;
}

/** A failing workflow, and the outcome of notifying its owner. */
export interface NotifiedFailure extends WorkflowAddress {
  readonly outcome: 'told' | 'no mail server' | 'later' | 'refused';
  readonly reason?: string;
}

/**
 * Notifies the owners of failing workflows. An owner gets no second email about a workflow until one of its
 * runs has succeeded and it fails again. Safe to run in several processes. Failed emails are retried.
 */
export async function tellFailing(
  upkeep: UpkeepDatabase,
  context: Pick<Context, 'db' | 'clock'>,
  mailer: Mailer | undefined,
): Promise<NotifiedFailure[]> {
  const told: NotifiedFailure[] = [];
  for (const address of await selectUntold(upkeep, maxAtOnce)) {
    const claimedAt = context.clock.now();
    const news = await context.db.write(address.workspace, (transaction) =>
      claimNews(transaction, address, claimedAt),
    );
    if (!news) continue;
    if (!mailer) told.push({ ...address, outcome: 'no mail server' });
    else told.push(await send(context, mailer, address, news, claimedAt));
  }
  return told;
}

async function send(
  { db }: Pick<Context, 'db'>,
  mailer: Mailer,
  address: WorkflowAddress,
  news: FailureNews,
  claimedAt: Date,
): Promise<NotifiedFailure> {
  try {
    await mailer.send({ to: news.owner.email, ...write(news), id: idOf(address, news) });
    return { ...address, outcome: 'told' };
  } catch (error) {
    const reason = messageOf(error);
    if ((error as { isTemporary?: unknown }).isTemporary === false)
      return { ...address, outcome: 'refused', reason };
    await db.write(address.workspace, (transaction) => releaseNews(transaction, address, claimedAt));
    return { ...address, outcome: 'later', reason };
  }
}

/** Returns an ID that is the same for every attempt to send the same notification. */
const idOf = ({ workspace, workflow }: WorkflowAddress, { since }: FailureNews): string =>
  `failing.${workspace}.${workflow}.${since.getTime()}`;

function write({ name, since, owner, baseUrl, run, error }: FailureNews): { subject: string; text: string } {
  return {
    subject: `The workflow "${name}" is failing`,
    text: [
      `Hello ${oneLine(owner.name)},`,
      '',
      `Runs of your workflow "${oneLine(name)}" at ${baseUrl} have been failing since ${since.toISOString()}.`,
      ...(run === null ? [] : ['', `Latest failed run: ${run}`, oneLine(error ?? '')]),
      '',
      "You won't get an email for every failed run. You'll get the next one if the workflow recovers and then fails again.",
    ].join('\n'),
  };
}
