import type { Config } from '../config.ts';
import { createMailer } from '../lib/mail.ts';

/** The installation's way to send mail; undefined where the operator named none. */
export const mailerOf = ({ SMTP_URL, SMTP_FROM }: Config) =>
  SMTP_URL && createMailer({ url: SMTP_URL, from: SMTP_FROM });
