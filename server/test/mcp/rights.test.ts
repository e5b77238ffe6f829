// Permissions equal those of REST (spec/agents §2.1). The same random requests, checked by the same model, through tools instead of routes.
import { expect, test } from 'vitest';
import type { WorldWorkspace } from '../api/lead-world.ts';
import { history, list, read, search } from '../api/random-reads.ts';
import type { MakeRequest } from '../api/random-scene.ts';
import { tryRandomRequests } from '../api/random-trial.ts';
import { create, edit, remove } from '../api/random-writes.ts';
import { agentOf } from '../harness/agents.ts';
import { isFullRun, seedOfRun } from '../harness/seeded-random.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { askingByTools } from './asking-by-tools.ts';

const database = useTestDatabase();
const api = useApi(database);

const requests = isFullRun ? 10_000 : 1_000;
const workspaces = 10;

/** What REST refuses as malformed, as far as a tool can be asked for it. */
const malformed: MakeRequest = ({ random }) => {
  const [method, path, body] = random.oneOf<[string, string, unknown]>([
    ['POST', '/api/leads/new', { no_such_field: 1 }],
    ['POST', '/api/leads/new', { score: 'many' }],
    ['POST', '/api/leads/search', { filter: [] }],
    ['GET', '/api/leads?orderBy=no_such_field', undefined],
    ['GET', '/api/leads?start=-1', undefined],
  ]);
  const check: ReturnType<MakeRequest>['check'] = ({ status }) => {
    expect(status).toBe(400);
    return [];
  };
  return { method, path, body, check };
};

const makers = [
  list,
  search,
  search,
  search,
  read,
  history,
  create,
  create,
  edit,
  edit,
  edit,
  remove,
  malformed,
];

/** There is no key under which an agent could repeat a call. */
const make: MakeRequest = (scene) => {
  const { headers: _, ...request } = scene.random.oneOf(makers)(scene);
  return request;
};

/** Every user, of every role, by an agent of his own. */
async function through(here: WorldWorkspace): Promise<WorldWorkspace> {
  const users = [];
  for (const user of here.users) {
    const agent = await agentOf(database.current.context, api, here.workspace, user.caller);
    users.push({ ...user, caller: { ...user.caller, ask: askingByTools(agent) } });
  }
  return { ...here, users };
}

test(`${requests} random calls over ${workspaces} workspaces are answered as REST would, and betray nothing (seed ${seedOfRun})`, async () => {
  await tryRandomRequests(database.current, api, { requests, workspaces, make, through });
}, 900_000);
