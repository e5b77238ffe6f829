import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Secret } from './crypto/secret.ts';
import { isEmail } from './email.ts';
import { messageOf } from './errors.ts';

const connectTimeoutMs = 5_000;
const silenceTimeoutMs = 10_000;
const wholeTimeoutMs = 30_000;
const longestSubject = 200;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt to send a mail, so that mail programs can drop the second copy. */
  readonly id: string;
}

export interface Mailer {
  /** Resolves when the server has accepted the mail. @throws MailFailure */
  send(mail: Mail): Promise<void>;
}

/** Shown to users if the installation has no mailer. */
export const emailNotSetUp = "Email isn't set up on this installation (SMTP_URL).";

/** The server rejected the mail. The message contains nothing of the mail. */
export class MailFailure extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean, cause?: unknown) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

/**
 * Sends mail by SMTP, with a new connection for each. The operator chose the server, so it may have any
 * address; data from workflows goes only into subject and text.
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
      // RFC 3834: prevents automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await withinTime(sent).catch((error: unknown) => {
      throw asFailure(error);
    });
  };
  return { send };
}

/** A password requires an encrypted connection or a local server. */
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

/** A header is one line: line breaks and control characters become a space. */
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
  // Temporary, because the operator can fix a wrong password.
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
