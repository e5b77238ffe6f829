import { reserveRecipients } from '../../../core/mail/index.ts';
import { emailKey, isEmail } from '../../../lib/email.ts';
import { invalid } from '../../../lib/errors.ts';
import { MailFailure } from '../../../lib/mail.ts';
import { renderMarkdown } from '../../../lib/markdown.ts';
import type { CallResult } from '../calls/outside-call.ts';
import { settingText, wholeNumberOf } from '../calls/setting-values.ts';
import type { FailureCode } from '../failure-code.ts';
import type { RenderedSettings, StepHandler } from './step-handler.ts';

const maxRecipients = 50;
const maxTextLength = 100_000;

export const handleMailSend: StepHandler<'mail.send'> = {
  kind: 'call',
  prepare({ type }, input, { run, job }) {
    const { maxAttempts, ...mail } = readMail(input);
    const failed = (error: string, code: FailureCode): CallResult => ({
      ...{ kind: 'failed', error, code, mayRetry: code === 'unreachable', maxAttempts },
    });
    return {
      type,
      span: { name: 'mail' },
      reserve: (transaction, now) =>
        reserveRecipients(transaction, job.workspace, mail.to.length + mail.cc.length, now),
      async send({ mailer, key }) {
        if (!mailer) return failed(noMailer, 'unavailable');
        try {
          const { messageId, rejected } = await mailer.send({
            ...mail,
            html: renderMarkdown(mail.text),
            senderName: run.workspace.name,
            id: key,
          });
          return { kind: 'done', output: { message_id: messageId, rejected } };
        } catch (error) {
          if (!(error instanceof MailFailure)) throw error;
          return failed(error.message, error.isTemporary ? 'unreachable' : 'rejected');
        }
      },
      async rehearse({ mailer, record }) {
        if (!mailer) return failed(noMailer, 'unavailable');
        const { replyTo = null, ...sent } = mail;
        record({ kind: 'mail', ...sent, reply_to: replyTo });
        return { kind: 'done', output: { message_id: '<test@hark>', rejected: [] } };
      },
    };
  },
  showInput: ({ retry, ...shown }) => ({ ...shown, max_attempts: retry.max_attempts }),
};

const noMailer = 'No mail can be sent: the operator has not set SMTP_URL.';

function readMail(input: RenderedSettings<'mail.send'>) {
  const to = readAddresses('to', input.to);
  if (to.length === 0) throw invalid('mail_recipients', 'to: must be a mail address, or a list of them.');
  const cc = readAddresses('cc', input.cc);
  if (to.length + cc.length > maxRecipients) {
    throw invalid('mail_recipients', `to: to and cc can have at most ${maxRecipients} addresses together.`);
  }
  const known = new Set<string>();
  const isNew = (address: string) => !known.has(emailKey(address)) && known.add(emailKey(address));
  const [replyTo, ...more] = readAddresses('reply_to', input.reply_to);
  if (more.length > 0) throw invalid('mail_address', 'reply_to: must be a mail address.');
  const text = settingText('text', input.text);
  if (text.length > maxTextLength) {
    throw invalid('mail_text', `text: must have at most ${maxTextLength.toLocaleString('en')} characters.`);
  }
  return {
    to: to.filter(isNew),
    cc: cc.filter(isNew),
    replyTo,
    subject: settingText('subject', input.subject),
    text,
    maxAttempts: wholeNumberOf('retry.max_attempts', input.retry.max_attempts, 1, 20),
  };
}

/** Reads one address or a list. Each must be plain, so that a value from outside can't add recipients or headers. */
function readAddresses(setting: string, value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  return [value].flat().map((one: unknown) => {
    if (typeof one === 'string' && isEmail(one)) return one;
    throw invalid('mail_address', `${setting}: must be a mail address.`);
  });
}
