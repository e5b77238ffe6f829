import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { makeChange } from '../core/audit/index.ts';
import type { Context } from '../core/context/index.ts';
import { readProvider, stopRequiringSso } from '../core/single-sign-on/index.ts';
import { listWorkspaces } from '../core/workspaces/index.ts';
import { example } from './shared/example.ts';
import { operator } from './shared/operator.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace, workspaceOption } from './shared/workspace-option.ts';

export const ssoCommand = () => new Command('sso').addCommand(listCommand()).addCommand(offCommand());

const listCommand = () =>
  new Command('list')
    .description('List the workspaces with single sign-on: identity provider, and whether it is required.')
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark sso list', 'hark sso list --json'))
    .action(async ({ json = false }: { json?: boolean }) => {
      const providers = await withContext(readConfig(), listProviders);
      if (json) console.log(JSON.stringify({ providers }, null, 2));
      else console.log(providers.map(describeProvider).join('\n') || 'No workspace has single sign-on.');
    });

interface ListedProvider {
  readonly base_url: string;
  readonly name: string;
  readonly issuer: string;
  readonly is_required: boolean;
}

async function listProviders(context: Context): Promise<ListedProvider[]> {
  const found: ListedProvider[] = [];
  for await (const { id, baseUrl } of listWorkspaces(context)) {
    const { provider } = await readProvider(context, id);
    if (!provider) continue;
    const { name, issuer, isRequired } = provider;
    found.push({ base_url: baseUrl, name, issuer, is_required: isRequired });
  }
  return found;
}

const describeProvider = ({ base_url, name, issuer, is_required }: ListedProvider): string =>
  `${base_url}  ${name}  ${issuer}  ${is_required ? 'required' : 'optional'}`;

/** For workspaces whose administrators are locked out, because their identity provider fails. */
const offCommand = () =>
  new Command('off')
    .description('Stop requiring single sign-on: everyone can sign in with a password or passkey again.')
    .addOption(workspaceOption())
    .addHelpText('after', example('hark sso off --workspace https://acme.example.com'))
    .action(async ({ workspace: baseUrl }: { workspace?: string }) => {
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
