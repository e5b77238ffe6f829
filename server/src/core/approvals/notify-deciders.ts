import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { formatMinute } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Mailer } from '../../lib/mail.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { Context } from '../context/index.ts';
import type { OnTimeout } from './approval.ts';
import {
  type ApprovalAddress,
  type ApprovalNews,
  claimNews,
  finishNews,
  selectDueNews,
} from './news-store.ts';

const maxAtOnce = 100;
/** If the mail server is busy or the process stops, the emails are sent again after this time. */
const leaseMs = 5 * 60_000;

/** An approval whose emails weren't sent to everyone. */
export interface UntoldApproval extends ApprovalAddress {
  readonly reason: string;
}

/**
 * Sends one email to each person who can decide a pending approval (spec/runs §2.13). Safe to run in several processes.
 * Every attempt uses the same message ID, so mail programs drop an email that was sent twice.
 */
export async function notifyDeciders(
  upkeep: UpkeepDatabase,
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  mailer: Mailer | undefined,
): Promise<UntoldApproval[]> {
  const untold: UntoldApproval[] = [];
  const due = await upkeep.run((transaction) => selectDueNews(transaction, clock.now(), maxAtOnce));
  for (const address of due) {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const news = await db.write(address.workspace, (transaction) =>
      claimNews(transaction, address, now, leaseUntil),
    );
    if (!news) continue;
    const { isSent, reason } = mailer ? await send(mailer, address, news) : { isSent: true };
    if (isSent)
      await db.write(address.workspace, (transaction) => finishNews(transaction, address, leaseUntil));
    if (reason !== undefined) untold.push({ ...address, reason });
  }
  return untold;
}

/** An address that the server refuses for good doesn't keep the others from getting their email. */
async function send(
  mailer: Mailer,
  { workspace, approval }: ApprovalAddress,
  news: ApprovalNews,
): Promise<{ isSent: boolean; reason?: string }> {
  let refused: string | undefined;
  for (const { id, name, email } of news.recipients) {
    try {
      await mailer.send({
        to: email,
        subject: `Approval needed: ${news.title}`,
        text: write(news, approval, name),
        senderName: news.workspace,
        id: `approval.${workspace}.${approval}.${id}`,
      });
    } catch (error) {
      const reason = messageOf(error);
      if ((error as { isTemporary?: unknown }).isTemporary !== false) return { isSent: false, reason };
      refused = reason;
    }
  }
  return { isSent: true, ...(refused !== undefined && { reason: refused }) };
}

const outcomes: Readonly<Record<OnTimeout, string>> = {
  reject: 'it counts as rejected',
  approve: 'it counts as approved',
  fail: 'the run fails',
};

const write = (
  { title, workflow, base_url, expires_at, on_timeout }: ApprovalNews,
  approval: number,
  recipient: string,
): string =>
  [
    `Hello ${oneLine(recipient)},`,
    '',
    `the workflow "${oneLine(workflow)}" needs a decision:`,
    '',
    oneLine(title),
    '',
    `Sign in to approve or reject it: ${base_url}/approvals/${approval}`,
    '',
    `If no one decides by ${formatMinute(expires_at)}, ${outcomes[on_timeout]}.`,
  ].join('\n');
