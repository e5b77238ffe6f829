import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from './crypto/secret.ts';
import { isEmail } from './email.ts';
import { messageOf } from './errors.ts';
import { oneLine } from './one-line.ts';

const connectTimeoutMs = 5_000;
const silenceTimeoutMs = 10_000;
const wholeTimeoutMs = 30_000;
const maxSubjectLength = 200;

interface Mail {
  readonly to: string | readonly string[];
  readonly cc?: readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Shown before the installation's address. */
  readonly senderName?: string;
  /** The ID is the same for every attempt to send an email, so mail programs can drop duplicates. */
  readonly id: string;
}

interface SentMail {
  /** The `Message-ID` header, with its angle brackets. */
  readonly messageId: string;
  /** The recipients that the server refused. */
  readonly rejected: readonly string[];
}

export interface Mailer {
  /** Resolves when the server has accepted the email for at least one recipient. @throws MailFailure */
  send(mail: Mail): Promise<SentMail>;
}

/** Shown to users if the installation has no mailer. */
export const emailNotSetUp = "Email isn't set up on this installation (SMTP_URL).";

/** Thrown if the server rejected the email. The message doesn't quote the email. */
export class MailFailure extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean, cause?: unknown) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

/**
 * Sends email by SMTP, with a new connection for each message. The operator chose the server, so it may have
 * any IP address. Data from workflows is used only as checked addresses, the subject and the text.
 */
export function createMailer({ url, from }: { readonly url: Secret; readonly from: string }): Mailer {
  const settings = {
    ...readServer(url),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const send: Mailer['send'] = async ({ to, cc = [], replyTo, subject, text, html, senderName, id }) => {
    const [toList, replyList] = [[to].flat(), replyTo === undefined ? [] : [replyTo]];
    if (![...toList, ...cc, ...replyList].every(isEmail))
      throw new MailFailure("The recipient's email address is invalid.", false);
    const messageId = `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
    // Loaded with the first email, because many installations send none.
    const { createTransport } = await import('nodemailer');
    const sent = createTransport(settings).sendMail({
      from: { name: headerText(senderName ?? 'Hark'), address: from },
      to: toList.map(plain),
      cc: cc.map(plain),
      replyTo: replyList.map(plain),
      subject: headerText(subject),
      text,
      html,
      messageId,
      // RFC 3834: prevents automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    const { rejected } = await withinTime(sent).catch((error: unknown) => {
      throw asFailure(error);
    });
    return { messageId, rejected: rejected.map(String) };
  };
  return { send };
}

/** Parses the server's URL. A password requires an encrypted connection or a local server. */
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

const plain = (address: string) => ({ name: '', address });

/** Returns text for a header, which must be a short single line. */
const headerText = (text: string): string => oneLine(text).slice(0, maxSubjectLength).toWellFormed();

async function withinTime<T>(sent: Promise<T>): Promise<T> {
  const over = new AbortController();
  const deadline = sleep(wholeTimeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new MailFailure(
      `The mail server did not accept the email within ${wholeTimeoutMs / 1_000} s.`,
      true,
    );
  });
  deadline.catch(() => undefined);
  try {
    return await Promise.race([sent, deadline]);
  } finally {
    over.abort();
  }
}

function asFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  // A wrong password counts as a temporary failure, because the operator can correct it.
  if (code === 'EAUTH') {
    return new MailFailure(
      'The mail server rejected the user and password of SMTP_URL.',
      true,
      messageOf(error),
    );
  }
  if (responseCode >= 400) {
    const isTemporary = responseCode < 500;
    return new MailFailure(
      `The mail server rejected the email (${responseCode}).`,
      isTemporary,
      messageOf(error),
    );
  }
  return new MailFailure("The mail server of SMTP_URL isn't responding.", true, messageOf(error));
}
