import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeChange } from '../core/audit/index.ts';
import { stopRequiringSso } from '../core/single-sign-on/index.ts';
import { example } from './shared/example.ts';
import { operator } from './shared/operator.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace } from './shared/workspace-option.ts';

/** For workspaces whose administrators are locked out, because their identity provider fails. */
export const ssoCommand = () => new Command('sso').addCommand(offCommand());

const offCommand = () =>
  new Command('off')
    .description('Stop requiring single sign-on: everyone can sign in with a password or passkey again.')
    .requiredOption('--workspace <base_url>', 'base URL of the workspace')
    .addHelpText('after', example('hark sso off --workspace https://acme.example.com'))
    .action(async ({ workspace: baseUrl }: { workspace: string }) => {
      const wasRequired = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return makeChange(context, id, operator('command', 'sso off'), stopRequiringSso);
      });
      console.log(
        wasRequired
          ? 'Single sign-on is no longer required. Its settings are unchanged.'
          : "Single sign-on wasn't required.",
      );
    });
