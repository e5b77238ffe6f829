import type pg from 'pg';
import { expect } from 'vitest';
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import type { ApiAnswer, useApi } from '../harness/servers/api-server.ts';
import type { TestDatabase } from '../harness/test-database.ts';
import { canariesIn, type ModelLead } from './lead-model.ts';
import {
  buildModelWorkspace,
  type ModelWorkspace,
  newCanary,
  otherTextsOf,
  valuesOf,
} from './lead-model-workspaces.ts';
import type { MakeRequest, RandomRequest, Scene } from './random-scene.ts';

/** The size of a trial, and the function that generates its requests. */
interface Trial {
  readonly requests: number;
  readonly workspaces: number;
  readonly make: MakeRequest;
  /** Replaces the function that sends requests, to test the same use cases through another surface. */
  readonly through?: (here: ModelWorkspace) => Promise<ModelWorkspace>;
}

/** Creates three leads for each user, so even the first request could leak something. */
async function createLeadsForAll({ number, users, model }: ModelWorkspace): Promise<void> {
  const [administrator] = users;
  if (!administrator) throw new Error('the workspace has no administrator');
  for (const { id: owner } of [...users, ...users, ...users]) {
    const canary = newCanary(number, owner);
    const record = { ...valuesOf(canary, owner % 10), owner_id: owner };
    const body = { ...otherTextsOf(canary), ...record };
    const { json } = await administrator.caller.ask('POST', '/api/leads/new', { body });
    model.create(administrator, record, json.lead.id);
  }
}

/** Returns a digest of everything that a request could change in a workspace. */
async function digestOf(client: pg.Client, workspace: number): Promise<string> {
  const tables = [
    ['leads', 'id'],
    ['lead_values', 'lead_id, field_id, position'],
    ['lead_history', 'id'],
    ['deleted_leads', 'id'],
    ['idempotent_answers', 'user_id, request_hash'],
  ];
  const parts = tables.map(
    ([table, order]) =>
      `(select string_agg(md5(t::text), '' order by ${order}) from ${table} t where workspace_id = $1)`,
  );
  const { rows } = await client.query<{ digest: string }>(
    `select md5(concat_ws('|', ${parts.join(', ')})) as digest`,
    [workspace],
  );
  return rows[0]?.digest ?? '';
}

/**
 * Asserts that a response contains only canaries from the leads that it's about, from its own request, and from its
 * workspace.
 */
function expectNoLeak(
  { here }: Scene,
  request: RandomRequest,
  answer: ApiAnswer,
  leads: readonly ModelLead[],
): void {
  const sent = canariesIn(JSON.stringify(request));
  const known = new Set([
    `canary-${here.number}-0-0`,
    ...sent,
    ...leads.flatMap(({ written }) => [...written]),
  ]);
  const seen = canariesIn(answer.text + JSON.stringify(answer.headers));
  expect(seen.filter((canary) => !known.has(canary))).toEqual([]);
}

/** Asserts that a repeated key returns the stored response, or 422 for a different body, and changes nothing. */
function isRepeated({ here, user }: Scene, request: RandomRequest, answer: ApiAnswer): boolean {
  const { method, path, headers } = request;
  const key = headers?.['Idempotency-Key'];
  if (key === undefined) return false;
  const name = `${user.id} ${method} ${path} ${key}`;
  const body = JSON.stringify(request.body);
  const kept = here.kept.get(name);
  if (!kept && answer.status < 300) here.kept.set(name, { body, status: answer.status, text: answer.text });
  if (!kept) return false;
  const isSame = kept.body === body;
  expect(answer.status).toBe(isSame ? kept.status : 422);
  if (isSame) expect(answer.text).toBe(kept.text);
  else expectNoLeak({ here, user } as Scene, request, answer, []);
  return true;
}

/** Sends one request and checks the response and, after a rejection, that the database is unchanged. */
async function tryOne(
  make: MakeRequest,
  scene: Scene,
  client: pg.Client,
  digests: Map<ModelWorkspace, string>,
): Promise<void> {
  const { here, user } = scene;
  const request = make(scene);
  const { method, path, body, headers = {} } = request;
  const answer = await user.caller.ask(method, path, { body, headers });
  try {
    if (!isRepeated(scene, request, answer)) {
      expectNoLeak(scene, request, answer, request.check(answer));
    }
    const digest = await digestOf(client, here.workspace.id);
    if (answer.status >= 400) expect(digest, 'the database after a rejection').toBe(digests.get(here));
    digests.set(here, digest);
  } catch (error) {
    const details = {
      user: user.caller.user.name,
      permissions: user.permissions,
      method,
      path,
      headers,
      body,
    };
    const sent = JSON.stringify({ ...details, status: answer.status, answer: answer.text.slice(0, 2_000) });
    throw new Error(`${sent}\n${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Sends random requests and compares every response with the model, and the database with the responses. */
export async function tryRandomRequests(
  { context, asAdministrator }: TestDatabase,
  api: ReturnType<typeof useApi>,
  { requests, workspaces, make, through = async (here) => here }: Trial,
): Promise<void> {
  const everywhere: ModelWorkspace[] = [];
  for (let number = 1; number <= workspaces; number++) {
    const here = await buildModelWorkspace(context, api, number);
    await createLeadsForAll(here);
    everywhere.push(await through(here));
  }
  await asAdministrator(async (client) => {
    const digests = new Map<ModelWorkspace, string>();
    for (const here of everywhere) digests.set(here, await digestOf(client, here.workspace.id));
    const random = seededRandom(seedOfRun);
    for (let count = 0; count < requests; count++) {
      const here = random.oneOf(everywhere);
      await tryOne(make, { random, here, user: random.oneOf(here.users), everywhere }, client, digests);
    }
    for (const here of everywhere) {
      expect(await digestOf(client, here.workspace.id)).toBe(digests.get(here));
      expect(here.model.leads.length).toBeGreaterThan(0);
    }
  });
}
