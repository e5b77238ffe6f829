import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import type { Context } from '../../core/context/index.ts';
import { type HandedOut, type Handing, inviteUser, resetPassword } from '../../core/password-links/index.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace, workspaceOption } from '../shared/workspace-option.ts';
import { resetsFactors } from './user-factors.ts';
import { listCommand } from './user-list.ts';
import { endsSessions, listsSessions } from './user-sessions.ts';

interface UserOptions {
  workspace?: string;
  email: string;
  name?: string;
  role?: string;
  json?: boolean;
}

export const userCommand = () =>
  new Command('user')
    .addCommand(listCommand())
    .addCommand(
      userPart(
        'invite',
        'Create a user and print a one-time link for setting their password. The link expires after seven days.',
      )
        .option('--name <name>', 'full name; required for a new user')
        .option('--role <role>', 'name of their role; required for a new user')
        .addHelpText(
          'after',
          example(
            'hark user invite --workspace https://acme.example.com --email ann@acme.test --name "Ann Lee" --role Sales',
          ),
        )
        .action((options: UserOptions) =>
          print(options, 'invite', (context, handing) => inviteUser(context, handing, options)),
        ),
    )
    .addCommand(
      userPart(
        'reset',
        "Print a one-time link for setting a new password. The link expires after an hour. Setting the password ends the user's sessions, revokes their apps and replaces their API key; API clients keep working.",
      )
        .addHelpText(
          'after',
          example('hark user reset --workspace https://acme.example.com --email ann@acme.test'),
        )
        .action((options: UserOptions) =>
          print(options, 'reset', (context, handing) => resetPassword(context, handing, options.email)),
        ),
    )
    .addCommand(
      resetsFactors(
        userPart(
          'reset-second-factor',
          "Remove a user's authenticator app, passkeys and recovery codes, and sign them out.",
        ),
      ),
    )
    .addCommand(listsSessions(userPart('sessions', "List a user's active sessions.")))
    .addCommand(
      endsSessions(
        userPart('end-sessions', 'Sign a user out of all sessions. API keys and tokens keep working.'),
      ),
    );

const userPart = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .addOption(workspaceOption())
    .requiredOption('--email <address>', 'email address of the user')
    .option('--json', 'print JSON');

/** Prints the link instead of emailing it, because operators pass it on themselves. */
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
  console.log(`Send this link to ${user.name}. It works once and expires at ${expiresAt.toISOString()}:`);
  console.log(url);
}
