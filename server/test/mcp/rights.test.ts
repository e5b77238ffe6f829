// Tools enforce the same permissions as REST (spec/agents §2.1). Sends the same random requests through tools instead
// of routes and checks them with the same model.
import { expect, test } from 'vitest';
import type { ModelWorkspace } from '../api/lead-model-workspaces.ts';
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

const requests = isFullRun ? 10_000 : 500;
const workspaces = isFullRun ? 10 : 4;

/** Requests that REST rejects as malformed and that a tool call can express. */
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

/** Agents can't send an Idempotency-Key. */
const make: MakeRequest = (scene) => {
  const { headers: _, ...request } = scene.random.oneOf(makers)(scene);
  return request;
};

/** Creates a separate agent for every user. */
async function through(here: ModelWorkspace): Promise<ModelWorkspace> {
  const users = [];
  for (const user of here.users) {
    const agent = await agentOf(database.current.context, api, here.workspace, user.caller);
    users.push({ ...user, caller: { ...user.caller, ask: askingByTools(agent) } });
  }
  return { ...here, users };
}

test(`${requests} random calls in ${workspaces} workspaces get the same responses as REST and reveal no hidden data (seed ${seedOfRun})`, async () => {
  await tryRandomRequests(database.current, api, { requests, workspaces, make, through });
}, 900_000);
