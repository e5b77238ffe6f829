import type { Context } from '../../core/context/index.ts';
import type { Mailer } from '../../core/password-links/index.ts';
import type { Logger } from '../../lib/log.ts';

export interface SignInOptions {
  readonly context: Context;
  /** Without a mailer, administrators pass links on themselves. */
  readonly mailer: Mailer | undefined;
  readonly logger: Logger;
}
