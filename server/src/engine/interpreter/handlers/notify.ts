import { findRecipient } from '../../../core/users/index.ts';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import { emailNotSetUp, type Mailer, MailFailure } from '../../../lib/mail.ts';
import type { CallResult } from '../calls/outside-call.ts';
import { settingText } from '../calls/setting-values.ts';
import type { FailureCode } from '../failure-code.ts';
import type { StepHandler } from './step-handler.ts';

export const handleNotify: StepHandler<'notify'> = {
  kind: 'call',
  prepare({ type }, input) {
    const user = settingText('user', input.user).trim();
    const subject = settingText('subject', input.subject);
    const text = settingText('text', input.text);
    return {
      type,
      span: { name: 'mail' },
      /** Sends the email. Only the workspace's active users get email. */
      async send({ context, workspace, mailer, key }) {
        const found = await findMailbox(user, workspace, mailer, (work) => context.db.read(workspace, work));
        if (found.kind === 'failed') return found;
        try {
          await found.mailer.send({ to: found.to, subject, text, id: key });
          return { kind: 'done', output: null };
        } catch (error) {
          if (error instanceof MailFailure)
            return failed(error.message, error.isTemporary ? 'unreachable' : 'rejected');
          throw error;
        }
      },
      async rehearse({ workspace, mailer, transaction, record }) {
        const found = await findMailbox(user, workspace, mailer, (work) => work(transaction));
        if (found.kind === 'failed') return found;
        record({ kind: 'mail', to: [found.to], cc: [], reply_to: null, subject, text });
        return { kind: 'done' };
      },
    };
  },
};

const maxAttempts = 10;

const failed = (error: string, code: FailureCode) =>
  ({
    kind: 'failed',
    error,
    code,
    mayRetry: code === 'unreachable',
    maxAttempts,
  }) as const satisfies CallResult;

/** @returns the mailer and the user's email address, or why no email can be sent */
async function findMailbox(
  user: string,
  workspace: WorkspaceId,
  mailer: Mailer | undefined,
  read: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>,
) {
  if (!mailer) return failed(emailNotSetUp, 'unavailable');
  const to = await read(findRecipient(workspace, user));
  if (to === undefined)
    return failed('user: There is no active user with that email address in this workspace.', 'not_found');
  return { kind: 'ready', mailer, to } as const;
}
