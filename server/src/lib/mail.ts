import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Secret } from './crypto/secret.ts';
import { isEmail } from './email.ts';
import { messageOf } from './errors.ts';

const connectTimeoutMs = 5_000;
const silenceTimeoutMs = 10_000;
const wholeTimeoutMs = 30_000;
const longestSubject = 200;

/** A mail to one person, in plain text. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt to send the same mail, so that a reader's programme can drop the second copy. */
  readonly id: string;
}

/** The operator's mail server. */
export interface Mailer {
  /** Hands a mail over; it is taken when this resolves. @throws MailFailure */
  send(mail: Mail): Promise<void>;
}

/** What a user reads where the installation has no mailer. */
export const emailNotSetUp = "Email isn't set up on this installation (SMTP_URL).";

/** A mail that the server did not take, and whether it may take it later. The message holds nothing of the mail. */
export class MailFailure extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean, cause?: unknown) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

/**
 * Sends mail by SMTP, over a connection of its own for each. The server is the operator's own choice, so it may be anywhere; what
 * workflows say goes into subject and text and nowhere else.
 */
export function createMailer({ url, from }: { readonly url: Secret; readonly from: string }): Mailer {
  const transport = createTransport({
    ...readServer(url),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send: Mailer['send'] = async ({ to, subject, text, id }) => {
    if (!isEmail(to)) throw new MailFailure('The recipient has no mail address that can be used.', false);
    const sent = transport.sendMail({
      from: { name: 'Hark', address: from },
      to: { name: '', address: to },
      subject: oneLine(subject),
      text,
      messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      // RFC 3834: no automatic reply comes back.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await withinTime(sent).catch((error: unknown) => {
      throw asFailure(error);
    });
  };
  return { send };
}

/** Where the server is. Whoever gives a password sends it encrypted, or to this machine. */
function readServer(url: Secret) {
  const { protocol, hostname, port, username, password } = new URL(url.reveal());
  const isSecure = protocol === 'smtps:';
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      requireTLS: !isSecure && !isHere,
    }),
  };
}

/** A header is one line: whatever would begin another one becomes a blank. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed();

async function withinTime(sent: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const deadline = sleep(wholeTimeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new MailFailure(`The mail server did not take the mail within ${wholeTimeoutMs / 1_000} s.`, true);
  });
  deadline.catch(() => undefined);
  try {
    await Promise.race([sent, deadline]);
  } finally {
    over.abort();
  }
}

function asFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  // A wrong password is the operator's to mend, and the mail can go then.
  if (code === 'EAUTH') {
    return new MailFailure(
      'The mail server refuses the user and password of SMTP_URL.',
      true,
      messageOf(error),
    );
  }
  if (responseCode >= 400) {
    const isTemporary = responseCode < 500;
    return new MailFailure(
      `The mail server refuses the mail (${responseCode}).`,
      isTemporary,
      messageOf(error),
    );
  }
  return new MailFailure('The mail server of SMTP_URL does not answer.', true, messageOf(error));
}
