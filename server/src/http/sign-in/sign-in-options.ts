import type { Context } from '../../core/context/index.ts';
import type { Mailer } from '../../core/password-links/index.ts';
import type { Logger } from '../../lib/log.ts';

/** What the pages around signing in get from the one who wires the product together. */
export interface SignInOptions {
  readonly context: Context;
  /** Without one, links are handed on by an administrator. */
  readonly mailer: Mailer | undefined;
  readonly logger: Logger;
}
