import { randomUUID } from 'node:crypto';
import { oneLine } from '../../lib/one-line.ts';
import type { SignInUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Mailer } from './password-link.ts';

type Mail = Parameters<Mailer['send']>[0];
type Recipient = Pick<SignInUser, 'name' | 'email'>;

export const invitationMail = ({ name }: Workspace, user: Recipient, url: string): Mail => ({
  id: randomUUID(),
  to: user.email,
  subject: `Your account in ${name}`,
  text: `Hello ${oneLine(user.name)},

An account has been created for you in ${oneLine(name)}. To choose your password, open this link within seven days:

${url}
`,
});

export const resetMail = ({ name }: Workspace, user: Recipient, url: string): Mail => ({
  id: randomUUID(),
  to: user.email,
  subject: `Set a new password for ${name}`,
  text: `Hello ${oneLine(user.name)},

We received a request for a new password for your account in ${oneLine(name)}. To set one, open this link within an hour:

${url}

A new password signs you out everywhere, disconnects all apps and replaces your API key. API clients and second factors keep working.

If you didn't request this, ignore this email. Your password stays the same.
`,
});
