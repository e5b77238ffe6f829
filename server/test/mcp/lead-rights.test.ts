// Every combination of permissions on leads (spec/rest-api §7.1, spec/agents §2.1). The same user sends the same request through REST and through a tool.
import { expect, test } from 'vitest';
import { agentOf } from '../harness/agents.ts';
import { buildApiCaller, buildBusyWorkspace } from '../harness/api-callers.ts';
import { type AskApi, useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { askingByTools } from './asking-by-tools.ts';

const database = useTestDatabase();
const api = useApi(database);

const reaches = ['none', 'own', 'all'] as const;
const mixes = reaches.flatMap((view) =>
  reaches.flatMap((edit) =>
    reaches.flatMap((remove) => [true, false].map((create) => ({ view, edit, remove, create }))),
  ),
);

/** Sends every kind of lead request, for the user's own lead and for another user's. @returns the results */
async function askEverything(ask: AskApi, own: number, other: number): Promise<unknown[]> {
  const asked: (readonly [string, string, unknown?])[] = [own, other].flatMap((id) => [
    ['GET', `/api/leads/${id}`] as const,
    ['GET', `/api/leads/${id}/history`] as const,
    ['PATCH', `/api/leads/${id}`, { company: 'Changed' }] as const,
  ]);
  asked.push(['POST', '/api/leads/new', { first_name: 'New' }], ['POST', '/api/leads/search', {}]);
  asked.push(['DELETE', `/api/leads/${own}`], ['DELETE', `/api/leads/${other}`]);
  const seen: unknown[] = [];
  for (const [method, path, body] of asked) {
    const { status, json } = await ask(method, path, { body });
    seen.push([
      method,
      path.replace(/\d+/, (id) => (Number(id) === own ? 'own' : 'other')),
      status,
      json?.error,
    ]);
    if (path.endsWith('/search') && status === 200) seen.push(Number(json.total) > 0);
  }
  return seen;
}

test(`tools and REST respond identically to every lead request for ${mixes.length} roles`, async () => {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const boss = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key', 'Boss');
  const make = async (owner: number) =>
    (await boss.ask('POST', '/api/leads/new', { body: { first_name: 'Lea', owner_id: owner } })).json.lead.id;
  const outcomes = new Set<number>();
  for (const { view, edit, remove, create } of mixes) {
    const name = `View ${view} edit ${edit} delete ${remove} create ${create}`;
    const permissions = {
      'leads.view': view,
      'leads.edit': edit,
      'leads.delete': remove,
      'leads.create': create,
    };
    const caller = await buildApiCaller(context, api, workspace, { permissions }, 'api_key', name);
    const tools = askingByTools(await agentOf(context, api, workspace, caller));
    const byRest = await askEverything(caller.ask, await make(caller.user.id), await make(boss.user.id));
    const byTools = await askEverything(tools, await make(caller.user.id), await make(boss.user.id));
    expect(byTools, name).toEqual(byRest);
    for (const row of byRest) if (Array.isArray(row)) outcomes.add(row[2]);
  }
  expect([...outcomes].sort()).toEqual([200, 201, 204, 403, 404]);
}, 120_000);
