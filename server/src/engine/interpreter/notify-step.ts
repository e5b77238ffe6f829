import type { Context } from '../../core/context/index.ts';
import { findRecipient } from '../../core/users/index.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { emailNotSetUp, type Mailer, MailFailure } from '../../lib/mail.ts';
import type { CallResult, MailCall } from './outside-call.ts';

interface Sender {
  readonly context: Context;
  readonly workspace: WorkspaceId;
  /** Undefined where the operator has set up no mail. */
  readonly mailer: Mailer | undefined;
  readonly key: string;
}

const failed = ({ mostAttempts }: MailCall, error: string, mayRetry = false) =>
  ({ kind: 'failed', error, mayRetry, mostAttempts }) as const;

/** The mailer and the address of an email, or why it can't be sent. A trial ends here; a run sends it. */
export async function prepareNotice(
  call: MailCall,
  workspace: WorkspaceId,
  mailer: Mailer | undefined,
  read: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>,
) {
  if (!mailer) return failed(call, emailNotSetUp);
  const to = await read(findRecipient(workspace, call.user));
  if (to === undefined) {
    return failed(call, 'user: There is no active user with that address in this workspace.');
  }
  return { kind: 'ready', mailer, to } as const;
}

/** Makes one attempt to mail an active user of the workspace, and nobody else. */
export async function sendNotice(
  call: MailCall,
  { context, workspace, mailer, key }: Sender,
): Promise<CallResult> {
  const prepared = await prepareNotice(call, workspace, mailer, (work) => context.db.read(workspace, work));
  if (prepared.kind === 'failed') return prepared;
  try {
    await prepared.mailer.send({ to: prepared.to, subject: call.subject, text: call.text, id: key });
    return { kind: 'done', output: null };
  } catch (error) {
    if (error instanceof MailFailure) return failed(call, error.message, error.isTemporary);
    throw error;
  }
}
