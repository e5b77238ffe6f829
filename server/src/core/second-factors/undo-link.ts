import { randomUUID } from 'node:crypto';
import { formatMinute } from '../../lib/clock.ts';
import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { Workspace } from '../workspaces/index.ts';

export type FactorKind = 'passkey' | 'app';

export interface FactorMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How long after a factor was added the link in the email removes it (spec/sign-in §1.7). */
export const undoDays = 7;

const names: Readonly<Record<FactorKind, string>> = { passkey: 'passkey', app: 'authenticator app' };

/** Creates the link that removes a new factor. Only its fingerprint is stored, with the factor. */
export function makeUndoLink({ baseUrl }: Pick<Workspace, 'baseUrl'>): { url: string; undoHash: Buffer } {
  const token = makeToken('link');
  return { url: `${baseUrl}/second-factor/undo?link=${token}`, undoHash: fingerprintOf(token) };
}

/** The email doesn't contain the passkey's name, because someone else may have chosen it. */
export const newFactorMail = (
  { name }: Pick<Workspace, 'name'>,
  user: { readonly name: string; readonly email: string },
  { kind, url, addedAt }: { readonly kind: FactorKind; readonly url: string; readonly addedAt: Date },
): FactorMail => ({
  id: randomUUID(),
  to: user.email,
  subject: `New ${names[kind]} for your account in ${name}`,
  text: `Hello ${oneLine(user.name)},

${kind === 'app' ? 'An' : 'A'} ${names[kind]} was added to your account in ${oneLine(name)} on ${formatMinute(addedAt)}.

If you added it, you don't have to do anything. If you didn't, someone else can sign in as you. To remove it and to sign out everywhere, open this link within seven days:

${url}

Then set a new password.
`,
});
