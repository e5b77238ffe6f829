import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type Grant, listGrants, revokeGrant } from '../core/oauth/index.ts';
import type { GrantId } from '../lib/ids.ts';
import { operator } from './shared/operator.ts';
import { readWholeNumber } from './shared/whole-number.ts';
import { withContext } from './shared/with-context.ts';
import { requireWorkspace } from './shared/workspace-option.ts';

export const grantsCommand = () =>
  new Command('grants')
    .description('Look at the apps that users have approved, and end their access.')
    .addCommand(listCommand())
    .addCommand(revokeCommand());

interface ListOptions {
  workspace: string;
  user?: string;
  limit: string;
  before?: string;
  json?: boolean;
}

const listCommand = () =>
  new Command('list')
    .description('Show the grants that are alive, newest first: app, user, scope and times.')
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .option('--user <email>', 'only those of this user')
    .option('--limit <count>', 'how many, at most 1000', '50')
    .option('--before <id>', 'only grants older than this one: the next page')
    .option('--json', 'print one JSON document')
    .action(async ({ workspace: baseUrl, user, limit, before, json = false }: ListOptions) => {
      const page = {
        limit: readWholeNumber('--limit', limit, 1000),
        before: before === undefined ? null : readWholeNumber('--before', before),
      };
      const grants = await withContext(readConfig(), async (context) => {
        const { id } = await requireWorkspace(context, baseUrl);
        return listGrants(context, id, user ?? null, page);
      });
      console.log(json ? JSON.stringify({ grants }, null, 2) : grants.map(describeGrant).join('\n'));
    });

const revokeCommand = () =>
  new Command('revoke')
    .description('End a grant: the tokens of the app for this user are refused from the next request on.')
    .argument('<id>', 'the grant, as `hark grants list` shows it')
    .requiredOption('--workspace <base_url>', 'the workspace, by its base URL')
    .action(async (id: string, { workspace: baseUrl }: { workspace: string }) => {
      const grant = readWholeNumber('the id', id) as GrantId;
      const ended = await withContext(readConfig(), async (context) => {
        const workspace = await requireWorkspace(context, baseUrl);
        return revokeGrant(context, operator('command', 'grants revoke'), workspace.id, grant);
      });
      console.log(`${ended.client.name} does not act for ${ended.user.name} any more.`);
    });

function describeGrant({ id, client, user, scope, approvedAt, lastUsedAt, expiresAt }: Grant): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${lastUsedAt.toISOString()}`;
  return [
    `#${id}  ${client.name}  ${scope}  for ${user.name} (${user.email})`,
    `  ${client.clientId}`,
    `  approved ${approvedAt.toISOString()}, ${used}, ends ${expiresAt.toISOString()}`,
  ].join('\n');
}
