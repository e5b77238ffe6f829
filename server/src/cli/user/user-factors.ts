import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { makeChange } from '../../core/audit/index.ts';
import { resetFactors } from '../../core/second-factors/index.ts';
import { requireUser } from '../../core/users/index.ts';
import { example } from '../shared/example.ts';
import { operator } from '../shared/operator.ts';
import { withContext } from '../shared/with-context.ts';
import { requireWorkspace } from '../shared/workspace-option.ts';

interface FactorOptions {
  workspace?: string;
  email: string;
  json?: boolean;
}

/** For an administrator who has lost their second factor and can't ask another one to reset it. */
export const resetsFactors = (command: Command) =>
  command
    .addHelpText(
      'after',
      example('hark user reset-second-factor --workspace https://acme.example.com --email ann@acme.test'),
    )
    .action(async ({ workspace: baseUrl, email, json = false }: FactorOptions) => {
      const hadFactors = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return makeChange(context, id, operator('command', 'user reset-second-factor'), async (change) =>
          resetFactors(change, await requireUser(change, email)),
        );
      });
      if (json) console.log(JSON.stringify({ reset: hadFactors }));
      else
        console.log(
          hadFactors
            ? `${email} can sign in with their password alone, until they set up a second factor again.`
            : `${email} has no second factor. Nothing was changed.`,
        );
    });
