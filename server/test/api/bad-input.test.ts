// The API rejects any bad input with a clear error, without crashing or stalling (spec/rest-api §3.2).
import { inspect } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { saveApiKey } from '../../src/core/api-keys/index.ts';
import { saveLeadField, typeOf } from '../../src/core/lead-fields/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { buildBusyWorkspace } from '../harness/api-callers.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { isFullRun, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { badRequest, customAliases } from './bad-request.ts';
import { type RawAnswer, type RawRequest, useRawApi } from './raw-api.ts';

const database = useTestDatabase();
const api = useRawApi(database);

const inputCount = isFullRun ? 100_000 : 2_000;
const inputsAtOnce = 8;
const maxStallMs = 100;

let host: string;
let credential: readonly [string, string];

beforeAll(async () => {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  await changing(context, workspace.id, async (change) => {
    await saveRole(change, { name: 'Admin', isAdmin: true });
    for (const alias of customAliases) {
      const type = alias.slice(2) as NonNullable<Parameters<typeof saveLeadField>[1]['type']>;
      const { canBeUnique: unique, hasOptions } = typeOf({ type });
      const options = hasOptions ? ['one', 'two', 'three'] : [];
      await saveLeadField(change, { alias, type, unique, options });
    }
  });
  const user = await buildUser(context, workspace.id, { role: 'Admin' });
  const { apiKey } = await changing(context, workspace.id, (change) => saveApiKey(change, user, undefined));
  host = workspace.host;
  credential = ['apikey', apiKey];
});

const reasonForm = /^[a-z_]+(; field=[A-Za-z0-9_.-]{1,64})?$/;

/** Describes what is wrong with a response. Returns undefined if nothing is. */
function faultOf({ path }: RawRequest, { status, type, reason, text }: RawAnswer): string | undefined {
  if (status === 0) return 'no response';
  if (status >= 500) return 'a server error';
  if (status < 400 && reason !== undefined) return `a success with the error header ${reason}`;
  // Every rejected request has a reason, and text from the caller can't change its form (spec/rest-api §3.5).
  if (status >= 400 && path.startsWith('/api') && !reasonForm.test(reason ?? ''))
    return `the error header ${reason}`;
  if (!type.startsWith('application/json')) return undefined;
  const answer: unknown = text === '' ? {} : JSON.parse(text);
  if (status < 400) return undefined;
  const keys = Object.keys(answer as object).join();
  return keys === 'error' || keys === 'error,error_description'
    ? undefined
    : 'an error with an unknown shape';
}

const describeExchange = (request: RawRequest, answer: RawAnswer) =>
  `${inspect({ ...request, body: request.body?.toString().slice(0, 600) }, { maxStringLength: 300 })}\n${answer.status} ${answer.text.slice(0, 300)}`;

/** Measures how long the event loop is blocked. The server and the test share it. */
function watchEventLoop() {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  return {
    /** Returns the longest stall since the last call. */
    takeLongestMs(): number {
      look();
      const result = longest;
      longest = 0;
      return result;
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Returns the longest stall while the server handles only this request. Takes the minimum of five attempts, because
 * other processes cause stalls too.
 */
async function stallAlone(request: RawRequest, loop: ReturnType<typeof watchEventLoop>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && shortest > maxStallMs; attempt++) {
    loop.takeLongestMs();
    await api.send(request);
    shortest = Math.min(shortest, loop.takeLongestMs());
  }
  return shortest;
}

/** Asserts that every lead stored so far can still be read. */
async function expectReadable(): Promise<void> {
  const headers = [['Host', host], credential] as const;
  const answer = await api.send({
    method: 'GET',
    path: '/api/leads?limit=100&orderBy=-date_modified',
    headers,
    body: undefined,
  });
  expect(answer.status, answer.text).toBe(200);
  expect(() => JSON.parse(answer.text)).not.toThrow();
}

test(`${inputCount} generated bad inputs cause no 5xx, no crash and no stall over ${maxStallMs} ms (seed ${seedOfRun})`, async () => {
  const random = seededRandom(seedOfRun);
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const loop = watchEventLoop();
  for (let sent = 0; sent < inputCount && faults.length < 10; sent += inputsAtOnce) {
    const requests = Array.from({ length: inputsAtOnce }, () => badRequest(random, host, credential));
    loop.takeLongestMs();
    const answers = await Promise.all(requests.map((request) => api.send(request)));
    const didStall = loop.takeLongestMs() > maxStallMs;
    for (const [index, request] of requests.entries()) {
      const answer = answers[index] as RawAnswer;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(request, answer);
      if (fault !== undefined) faults.push(`${fault}: ${describeExchange(request, answer)}`);
      const stallMs = didStall ? await stallAlone(request, loop) : 0;
      if (stallMs > maxStallMs) faults.push(`a stall of ${stallMs} ms: ${describeExchange(request, answer)}`);
    }
    if (sent % 400 === 0) await expectReadable();
  }
  loop.stop();
  expect(faults.join('\n\n')).toBe('');
  await expectReadable();
  // If every request were rejected early, the test would prove nothing.
  expect(statuses.get(200)).toBeGreaterThan(inputCount / 100);
  expect(statuses.get(201)).toBeGreaterThan(inputCount / 200);
  expect(statuses.get(400)).toBeGreaterThan(inputCount / 10);
}, 1_800_000);
