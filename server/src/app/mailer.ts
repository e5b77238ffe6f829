import type { Config } from '../config.ts';
import { createMailer } from '../lib/mail.ts';

export const mailerOf = ({ SMTP_URL, SMTP_FROM }: Config) =>
  SMTP_URL && createMailer({ url: SMTP_URL, from: SMTP_FROM });
