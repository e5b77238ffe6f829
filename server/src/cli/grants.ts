import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type Grant, listGrants, revokeGrant } from '../core/oauth/index.ts';
import type { GrantId } from '../lib/ids.ts';
import { example } from './shared/example.ts';
import { operator } from './shared/operator.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace, workspaceOption } from './shared/workspace-option.ts';

export const grantsCommand = () =>
  new Command('grants').addCommand(listCommand()).addCommand(revokeCommand());

const noGrants = 'No active grants. An app gets a grant when a user authorizes it.';

interface ListOptions {
  workspace?: string;
  user?: string;
  limit: string;
  before?: string;
  json?: boolean;
}

const listCommand = () =>
  new Command('list')
    .description('List active grants, newest first: app, user, scope and times.')
    .addOption(workspaceOption())
    .option('--user <email>', 'only grants of this user')
    .option('--limit <count>', 'maximum number of grants (up to 1000)', '50')
    .option('--before <id>', 'show grants older than this one, for paging')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      example('hark grants list --workspace https://acme.example.com --user ann@acme.test'),
    )
    .action(async ({ workspace: baseUrl, user, limit, before, json = false }: ListOptions) => {
      const page = {
        limit: readWholeNumber('--limit', limit, 1000),
        before: before === undefined ? null : readWholeNumber('--before', before),
      };
      const grants = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return listGrants(context, id, user ?? null, page);
      });
      if (json) console.log(JSON.stringify({ grants }, null, 2));
      else console.log(grants.map(describeGrant).join('\n') || noGrants);
    });

const revokeCommand = () =>
  new Command('revoke')
    .description("Revoke a grant: the app's tokens for this user stop working with the next request.")
    .argument('<id>', 'id of the grant, as shown by `hark grants list`')
    .addOption(workspaceOption())
    .addHelpText('after', example('hark grants revoke 17 --workspace https://acme.example.com'))
    .action(async (id: string, { workspace: baseUrl }: { workspace?: string }) => {
      const grant = readWholeNumber('the id', id) as GrantId;
      const ended = await withContext(readConfig(), async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        return revokeGrant(context, operator('command', 'grants revoke'), workspace.id, grant);
      });
      console.log(`${ended.client.name} can no longer act for ${ended.user.name}.`);
    });

function describeGrant({ id, client, user, scope, approvedAt, lastUsedAt, expiresAt }: Grant): string {
  const used = lastUsedAt === null ? 'never used' : `last used ${lastUsedAt.toISOString()}`;
  return [
    `#${id}  ${client.name}  ${scope}  for ${user.name} (${user.email})`,
    `  ${client.clientId}`,
    `  authorized ${approvedAt.toISOString()}, ${used}, expires ${expiresAt.toISOString()}`,
  ].join('\n');
}
