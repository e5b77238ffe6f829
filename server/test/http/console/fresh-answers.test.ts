// Listener settings are never stale. A response based on a cached listener is sent only after the request's run was
// stored, because storing it fails if the listener has changed. Before any other response, the listener is read again.
import { beforeEach, describe, expect, test } from 'vitest';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { changeSettings } from '../../../src/core/workspaces/index.ts';
import { key, secret, sign } from '../../core/listeners/tokens.ts';
import { changing } from '../../harness/builders.ts';
import { bothChecks, shop, useListeners } from '../../harness/listener-surface.ts';
import type { ApiAnswer } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, resave, type Stage, switchOwner, useRunDoors } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);
const listeners = useListeners(database, doors);

const protectedBy = { ...bothChecks, endpoint_secret: '{{ secrets.signing }}' };
let stage: Stage;

const saveSigning = (value: string) =>
  changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'signing', value));
const setRateLimit = (perSecond: number) =>
  changing(stage.context, stage.workspace.id, (change) =>
    changeSettings(change, { listener_limit_per_second: perSecond }),
  );

function send(more: { method?: string; headers?: Record<string, string>; body?: unknown } = {}) {
  const { method = 'POST', headers = {}, body = {} } = more;
  const authorization = `Bearer ${sign({ iss: key })}`;
  return listeners.ask(method, stage.path, {
    headers: {
      host: stage.workspace.host,
      'content-type': 'application/json',
      authorization,
      origin: shop,
      ...headers,
    },
    ...(method === 'OPTIONS' ? {} : { body }),
  });
}

beforeEach(async () => {
  stage = await buildStage(database.current.context, undefined, protectedBy);
  await saveSigning(secret);
  expect((await send()).status).toBe(200);
});

const corsOf = ({ headers }: ApiAnswer) =>
  Object.keys(headers).filter((name) => /^access-control/.test(name));

/** Requests that never get a receipt. */
const answers: Record<string, [status: number, request: Parameters<typeof send>[0]]> = {
  'a malformed body': [400, { body: '{"broken' }],
  'too many bytes': [413, { body: 'x'.repeat(1_100_000) }],
  'a compressed body': [415, { headers: { 'content-encoding': 'gzip' } }],
  'a loop of workflows': [508, { headers: { 'hark-depth': '11' } }],
  'a preflight': [204, { method: 'OPTIONS' }],
};

/** Changes after which each of these requests gets a different response. */
const changes: Record<string, [change: () => Promise<unknown>, expected: [number, string]]> = {
  'another secret': [() => saveSigning('another one'), [401, 'Not authorized. Invalid or expired token. ']],
  'another key': [
    () => resave(stage, { listener: { endpoint_key: 'other' } }),
    [401, 'Not authorized. Invalid key. '],
  ],
  'other domains': [() => resave(stage, { listener: { cors_domains: 'https://other.test' } }), [403, '']],
};

describe('a process with a cached listener', () => {
  for (const [what, [status, request]] of Object.entries(answers)) {
    test.each(Object.entries(changes))(
      `responds to ${what} according to %s after the change`,
      async (_, [make, [expectedStatus, text]]) => {
        expect((await send(request)).status).toBe(status);
        await make();
        const answer = await send(request);
        expect([answer.status, answer.text]).toEqual([expectedStatus, expect.stringMatching(`^${text}`)]);
        expect(corsOf(answer)).toEqual([]);
        expect(answer.headers.vary).toBe('Origin');
      },
    );
  }

  test.each(Object.keys(answers).filter((what) => what !== 'a preflight'))(
    'responds to %s as disabled if the workflow is disabled or its owner deactivated',
    async (what) => {
      const [status, request] = answers[what] ?? [];
      const off = { error: { code: 404, message: 'Listener is switched off.' } };
      await resave(stage, { enabled: false });
      expect((await send(request)).json).toEqual(off);
      await resave(stage, { enabled: true });
      expect((await send(request)).status).toBe(status);
      await switchOwner(stage, false);
      expect((await send(request)).json).toEqual(off);
    },
  );

  test('sends CORS headers for the current settings with an error, and none for the old settings', async () => {
    const [, request] = answers['a malformed body'] ?? [];
    const before = await send(request);
    expect([before.status, before.headers['access-control-allow-origin']]).toEqual([400, shop]);
    await resave(stage, { listener: { allow_cors: false } });
    const after = await send(request);
    expect([after.status, corsOf(after), after.headers.vary]).toEqual([400, [], undefined]);
  });

  test('applies the current settings to a request that the old settings would have accepted, and sends no old CORS headers', async () => {
    await resave(stage, { listener: { cors_domains: 'https://other.test' } });
    const answer = await send();
    expect([answer.status, answer.text, corsOf(answer)]).toEqual([403, '', []]);
  });

  test('applies the current rate limit, whether it was raised or lowered', async () => {
    await setRateLimit(1);
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
    await setRateLimit(1_000);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    await setRateLimit(1);
    const limited = await send({ body: '{"broken' });
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, expect.any(String)]);
  });
});
