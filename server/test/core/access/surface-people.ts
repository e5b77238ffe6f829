import { type Act, may, type Permissions } from '../../../src/core/access/index.ts';
import { saveApiClient } from '../../../src/core/api-clients/index.ts';
import { saveApiKey } from '../../../src/core/api-keys/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import type { UserId } from '../../../src/lib/ids.ts';
import { type Agent, agentWith } from '../../harness/agents.ts';
import { changing } from '../../harness/builders.ts';
import { buildCaller } from '../../harness/console/console-caller.ts';
import type { AskApi, useApi } from '../../harness/servers/api-server.ts';
import type { useSignIn } from '../../harness/servers/sign-in-server.ts';

const reaching = (view: 'none' | 'own' | 'all', change: 'none' | 'own' | 'all'): Permissions => ({
  'leads.view': view,
  'leads.create': change !== 'none',
  'leads.edit': change,
  'leads.delete': change,
  'workflows.view': view,
  'workflows.edit': change,
});
const access = { 'api.access_rest': true, 'api.access_mcp': true } as const;

/** One role of each kind. */
export const kinds = {
  administrator: { isAdmin: true, permissions: {} },
  all: { isAdmin: false, permissions: { ...access, ...reaching('all', 'all') } },
  own: { isAdmin: false, permissions: { ...access, ...reaching('own', 'own') } },
  'view all, change own': { isAdmin: false, permissions: { ...access, ...reaching('all', 'own') } },
  'view all, change none': { isAdmin: false, permissions: { ...access, ...reaching('all', 'none') } },
  none: { isAdmin: false, permissions: { ...access, ...reaching('none', 'none') } },
  'no access': { isAdmin: false, permissions: reaching('all', 'all') },
} as const satisfies Record<string, { isAdmin: boolean; permissions: Permissions }>;
export type Kind = keyof typeof kinds;

/** A user who is signed in to the console, has an API key, and has an agent. */
export interface Person {
  readonly kind: Kind;
  readonly user: { readonly id: UserId; readonly name: string; readonly email: string };
  readonly roleId: number;
  readonly console: Awaited<ReturnType<typeof buildCaller>>['ask'];
  readonly rest: AskApi;
  readonly agent: Agent;
  /** What the permission table says: whether the user may perform an act on a record with this owner. */
  may(act: Act, owner?: UserId): boolean;
}

export async function buildPerson(
  stage: ReturnType<typeof useSignIn>,
  api: ReturnType<typeof useApi>,
  workspace: Workspace,
  kind: Kind,
): Promise<Person> {
  const { user, role, ask } = await buildCaller(stage, workspace, kinds[kind], `Person: ${kind}`);
  const { apiKey, token = '' } = await changing(stage.context(), workspace.id, async (change) => ({
    ...(await saveApiKey(change, user, undefined)),
    token: (await saveApiClient(change, { user, name: 'Agent', scope: 'mcp' })).token,
  }));
  const rest = api.as(workspace, { apikey: apiKey });
  const caller = { user, credential: { apikey: apiKey }, ask: rest };
  return {
    kind,
    user,
    roleId: role.id,
    console: ask,
    rest,
    agent: agentWith(api, workspace, caller, token),
    may: (act, owner) => may({ user, role: { ...role, ...kinds[kind] } }, act, owner),
  };
}
