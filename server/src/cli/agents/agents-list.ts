import { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { selectApiClients } from '../../core/api-clients/index.ts';
import type { Context } from '../../core/context/index.ts';
import { type Grant, listGrants } from '../../core/oauth/index.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { example } from '../shared/example.ts';
import { inWorkspace, workspaceOption } from '../shared/workspace-option.ts';

/** An app or API client with the scope `mcp`. */
interface AgentConnection {
  readonly type: 'oauth_client' | 'api_client';
  /** The ID of the grant or of the API client. */
  readonly id: number;
  readonly name: string;
  readonly user: string;
  readonly active: boolean;
  readonly expires_at: Date | null;
}

export const listCommand = () =>
  new Command('list')
    .description('List connections of AI agents: authorized apps and API clients with the scope mcp.')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText('after', example('hark agents list', 'hark agents list --json'))
    .action(async ({ workspace: baseUrl, json = false }: { workspace?: string; json?: boolean }) => {
      const agents = await inWorkspace(readConfig(), baseUrl, (context, { id }) => listAgents(context, id));
      if (json) console.log(JSON.stringify({ agents }, null, 2));
      else console.log(agents.map(describeAgent).join('\n') || 'No agent is connected.');
    });

async function listAgents(context: Context, workspace: WorkspaceId): Promise<AgentConnection[]> {
  const agents: AgentConnection[] = [];
  for await (const { id, client, user, scope, expiresAt } of grantsOf(context, workspace)) {
    if (scope !== 'mcp') continue;
    const { name } = client;
    agents.push({ type: 'oauth_client', id, name, user: user.email, active: true, expires_at: expiresAt });
  }
  const clients = await context.db.read(workspace, (transaction) => selectApiClients(transaction, workspace));
  for (const { id, name, user, scope, active, expiresAt } of clients) {
    if (scope === 'mcp')
      agents.push({ type: 'api_client', id, name, user: user.email, active, expires_at: expiresAt });
  }
  return agents;
}

async function* grantsOf(context: Context, workspace: WorkspaceId): AsyncGenerator<Grant> {
  for (let before: number | null = null; ; ) {
    const page: Grant[] = await listGrants(context, workspace, null, { limit: 1000, before });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    before = last.id;
  }
}

function describeAgent({ type, id, name, user, active, expires_at: expiresAt }: AgentConnection): string {
  const what = type === 'api_client' ? 'API client' : 'grant';
  const expires = expiresAt === null ? 'never expires' : `expires ${expiresAt.toISOString()}`;
  return `${what} #${id}  ${name}  for ${user}, ${active ? '' : 'disabled, '}${expires}`;
}
