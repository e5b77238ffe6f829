import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import { type HandedOut, type Handing, inviteUser, resetPassword } from '../../core/password-links/index.ts';
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';
import { endsSessions, listsSessions } from './user-sessions.ts';

interface UserOptions {
  workspace: string;
  email: string;
  name?: string;
  role?: string;
  json?: boolean;
}

export const userCommand = () =>
  new Command('user')
    .description(
      'Invite a user, or let one set a new password, by a one-time link; see and end where they are signed in.',
    )
    .addCommand(
      userPart(
        'invite',
        'Make a user and print the link by which they set their first password, within seven days.',
      )
        .option('--name <name>', 'what they are called; needed for a new user')
        .option('--role <role>', 'the name of their role; needed for a new user')
        .action((options: UserOptions) =>
          print(options, 'invite', (context, handing) => inviteUser(context, handing, options)),
        ),
    )
    .addCommand(
      userPart(
        'reset',
        'Print a link by which a user sets a new password, within an hour. The new password ends their sessions and apps and replaces their API key; API clients keep working.',
      ).action((options: UserOptions) =>
        print(options, 'reset', (context, handing) => resetPassword(context, handing, options.email)),
      ),
    )
    .addCommand(
      listsSessions(userPart('sessions', 'Show in which browsers a user is signed in, and since when.')),
    )
    .addCommand(
      endsSessions(
        userPart(
          'end-sessions',
          'Sign a user out everywhere at once. Their keys and tokens are not touched.',
        ),
      ),
    );

const userPart = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .requiredOption('--email <address>', 'the address with which they sign in')
    .option('--json', 'print one JSON document');

/** Operators pass the link on themselves, so it is printed and not mailed. */
async function print(
  { workspace: baseUrl, json = false }: UserOptions,
  command: string,
  make: (context: Context, handing: Handing) => Promise<HandedOut>,
): Promise<void> {
  const { user, url, expiresAt } = await withContext(readConfig(), async (context) => {
    const workspace = await requireWorkspace(context, baseUrl);
    return make(context, { workspace, actor: operator('command', `user ${command}`), mailer: undefined });
  });
  if (json) {
    const { name, email } = user;
    console.log(JSON.stringify({ user: { name, email }, url, expires_at: expiresAt.toISOString() }, null, 2));
    return;
  }
  console.log(`Give this address to ${user.name}. It works once, until ${expiresAt.toISOString()}:`);
  console.log(url);
}
