import type { Context } from '../../core/context/index.ts';
import { findRecipient } from '../../core/users/index.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { type Mailer, MailFailure } from '../../lib/mail.ts';
import type { CallResult, MailCall } from './outside-call.ts';

interface Sender {
  readonly context: Context;
  readonly workspace: WorkspaceId;
  /** Undefined where the operator has set up no mail. */
  readonly mailer: Mailer | undefined;
  readonly key: string;
}

/** Makes one attempt to mail an active user of the workspace, and nobody else. */
export async function sendNotice(
  { user, subject, text, mostAttempts }: MailCall,
  { context, workspace, mailer, key }: Sender,
): Promise<CallResult> {
  const failed = (error: string, mayRetry = false) =>
    ({ kind: 'failed', error, mayRetry, mostAttempts }) as const;
  if (!mailer) return failed('No mail can be sent: the operator has not set SMTP_URL.');
  const to = await findRecipient(context, workspace, user);
  if (to === undefined) return failed('user: There is no active user with that address in this workspace.');
  try {
    await mailer.send({ to, subject, text, id: key });
    return { kind: 'done', output: null };
  } catch (error) {
    if (error instanceof MailFailure) return failed(error.message, error.isTemporary);
    throw error;
  }
}
