// Decisions 6.1, 6.3 to 6.5: whatever is asked, by whomever, an answer tells nothing of what its user may not see, and a
// refusal changes nothing.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { type ApiAnswer, useApi } from '../harness/api-server.ts';
import { isFullRun, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { canariesIn, type ModelLead } from './lead-model.ts';
import { buildWorldWorkspace, newCanary, otherTextsOf, valuesOf, type WorldWorkspace } from './lead-world.ts';
import { randomRequest } from './random-request.ts';
import type { RandomRequest, Scene } from './random-scene.ts';

const database = useTestDatabase();
const api = useApi(database);

const requestCount = isFullRun ? 20_000 : 2_000;
const workspaceCount = 20;

/** Three leads for each user, so that there is something to betray from the first request on. */
async function giveEverybodyLeads({ number, users, model }: WorldWorkspace): Promise<void> {
  const [administrator] = users;
  if (!administrator) throw new Error('a workspace needs its administrator');
  for (const { id: owner } of [...users, ...users, ...users]) {
    const canary = newCanary(number, owner);
    const record = { ...valuesOf(canary, owner % 10), owner_id: owner };
    const body = { ...otherTextsOf(canary), ...record };
    const { json } = await administrator.caller.ask('POST', '/api/leads/new', { body });
    model.create(administrator, record, json.lead.id);
  }
}

/** Everything that a request could change in a workspace, as one value. */
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

/** An answer may hold canaries of the leads that it is about, of its own request, and the names of its workspace. */
function expectNoBetrayal(
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

/** A repeated key gives the kept answer again, and 422 for another body; its effect is not done twice. */
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
  else expectNoBetrayal({ here, user } as Scene, request, answer, []);
  return true;
}

/** Sends one request and holds its answer, and after a refusal the database, to what must be. */
async function tryOne(scene: Scene, client: pg.Client, digests: Map<WorldWorkspace, string>): Promise<void> {
  const { here, user } = scene;
  const request = randomRequest(scene);
  const { method, path, body, headers = {} } = request;
  const answer = await user.caller.ask(method, path, { body, headers });
  try {
    if (!isRepeated(scene, request, answer)) {
      expectNoBetrayal(scene, request, answer, request.check(answer));
    }
    const digest = await digestOf(client, here.workspace.id);
    if (answer.status >= 400) expect(digest, 'the database after a refusal').toBe(digests.get(here));
    digests.set(here, digest);
  } catch (error) {
    const told = { user: user.caller.user.name, permissions: user.permissions, method, path, headers, body };
    const sent = JSON.stringify({ ...told, status: answer.status, answer: answer.text.slice(0, 2_000) });
    throw new Error(`${sent}\n${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

test(`${requestCount} random requests over ${workspaceCount} workspaces betray nothing, and no refusal changes anything (seed ${seedOfRun})`, async () => {
  const { context } = database.current;
  const everywhere: WorldWorkspace[] = [];
  for (let number = 1; number <= workspaceCount; number++) {
    const here = await buildWorldWorkspace(context, api, number);
    await giveEverybodyLeads(here);
    everywhere.push(here);
  }
  await database.current.asAdministrator(async (client) => {
    const digests = new Map<WorldWorkspace, string>();
    for (const here of everywhere) digests.set(here, await digestOf(client, here.workspace.id));
    const random = seededRandom(seedOfRun);
    for (let count = 0; count < requestCount; count++) {
      const here = random.oneOf(everywhere);
      await tryOne({ random, here, user: random.oneOf(here.users), everywhere }, client, digests);
    }
    for (const here of everywhere) {
      expect(await digestOf(client, here.workspace.id)).toBe(digests.get(here));
      expect(here.model.leads.length).toBeGreaterThan(0);
    }
  });
}, 900_000);
