// OAuth 2 connections (spec/connections §3).
import { describe, expect, test } from 'vitest';
import { openConnection } from '../../../src/core/connections/index.ts';
import { editConnection } from '../../../src/core/workflows/index.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { changing } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { reaching } from '../../runs/execution/outside.ts';
import { useRuns } from '../../runs/run-actions.ts';
import { buildStage, type Stage } from '../../runs/run-stage.ts';
import { callWith, connect, type Received, startRecorder } from './stage.ts';

const { database, again, go, row, steps } = useRuns();

const tokenOf = (count: number) => `access-token-number-${count}`;
type Answer = Parameters<typeof startRecorder>[0];

/** A service with a token endpoint. `token` and `api` replace its responses. */
const startService = ({ token, api }: { token?: Answer; api?: Answer } = {}) =>
  startRecorder((request, count) => {
    if (request.path === '/token')
      return (
        token?.(request, count) ?? {
          body: { access_token: tokenOf(count), token_type: 'Bearer', expires_in: 3_600 },
        }
      );
    return api?.(request, count) ?? { body: request };
  });
type Service = Awaited<ReturnType<typeof startService>>;

async function stageWith(service: Service, more: object = {}, step: object = {}) {
  const stage = await buildStage(database.current.context);
  const [connection] = await connect(stage, [service], {
    name: 'partner',
    type: 'oauth2',
    origin: service.url,
    grant: 'client_credentials',
    token_url: `${service.url}/token`,
    client_id: 'me@home',
    client_secret: 'client-secret of mine',
    scope: 'a b',
    ...more,
  });
  if (!connection) throw new Error('no connection');
  await callWith(stage, { connection: 'partner', ...step });
  return { stage, connection };
}

async function run(stage: Stage, service: Service, { later }: { later?: () => number } = {}) {
  const job = await again(stage, { url: '/api' });
  await go(job, { outside: reaching(service), ...(later && { later }) });
  const [call] = await steps(job);
  return { ...(await row(job)), call };
}
const bearers = (service: Service) => service.to('/api').map(({ headers }) => headers.authorization);
const fieldsOf = ({ body }: Received) => Object.fromEntries(new URLSearchParams(body));

describe('client credentials (spec/connections §3.1)', () => {
  test('one token serves many runs, until 60 seconds before it expires', async () => {
    const service = await startService();
    const { stage } = await stageWith(service);
    for (const later of [0, 1_000, 3_530_000, 3_545_000]) await run(stage, service, { later: () => later });
    expect(bearers(service)).toEqual([1, 1, 1, 2].map((count) => `Bearer ${tokenOf(count)}`));
    const [asked] = service.to('/token');
    const basic = Buffer.from('me%40home:client-secret+of+mine').toString('base64');
    expect(asked?.headers.authorization).toBe(`Basic ${basic}`);
    expect(asked && fieldsOf(asked)).toEqual({ grant_type: 'client_credentials', scope: 'a b' });
  });

  test('without expires_in, a token is used for 5 minutes', async () => {
    const service = await startService({ token: (_, count) => ({ body: { access_token: tokenOf(count) } }) });
    const { stage } = await stageWith(service);
    for (const later of [0, 290_000, 310_000]) await run(stage, service, { later: () => later });
    expect(bearers(service)).toEqual([1, 1, 2].map((count) => `Bearer ${tokenOf(count)}`));
  });

  test('client_auth post sends the client in the body', async () => {
    const service = await startService();
    const { stage } = await stageWith(service, { client_auth: 'post', scope: null });
    await run(stage, service);
    const [asked] = service.to('/token');
    expect([asked?.headers.authorization, asked && fieldsOf(asked)]).toEqual([
      undefined,
      { grant_type: 'client_credentials', client_id: 'me@home', client_secret: 'client-secret of mine' },
    ]);
  });

  test('changing the connection discards the token', async () => {
    const service = await startService();
    const { stage, connection } = await stageWith(service);
    await run(stage, service);
    const allow = new Set([service.place]);
    await changing(stage.context, stage.workspace.id, (change) =>
      editConnection(change, { allow }, connection.id, { scope: 'c' }),
    );
    await run(stage, service);
    expect(bearers(service)).toEqual([1, 2].map((count) => `Bearer ${tokenOf(count)}`));
  });

  test('50 parallel steps in two processes request one token', async () => {
    const service = await startService();
    const { stage } = await stageWith(service);
    const { addresses } = database.current;
    const open = () => openDatabase(addresses, { applicationName: 'hark-test', poolSize: 4, logger: silent });
    // Each process has its own pool, and shares nothing else with the other.
    const processes = [open(), open()];
    const scope = {
      workspace: stage.workspace,
      zone: 'UTC',
      now: new Date(),
      secrets: new Map(),
      hosts: new Map(),
    };
    const { egress } = reaching(service);
    const credentials = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const context = { ...stage.context, db: processes[index % 2] as (typeof processes)[0] };
        const opened = await openConnection(
          { context, egress, workspace: stage.workspace.id },
          'partner',
          scope,
        );
        return opened?.credential();
      }),
    );
    await Promise.all(processes.map((db) => db.close()));
    expect(new Set(credentials.map((one) => one?.headers.authorization))).toEqual(
      new Set([`Bearer ${tokenOf(1)}`]),
    );
    expect(service.to('/token')).toHaveLength(1);
  });

  test('a process that stops while it requests a token holds up the others only for a short time', async () => {
    const service = await startService();
    const { stage, connection } = await stageWith(service);
    const lease = (sign: string) =>
      database.current.query(
        `update connections set token_lease_until = now() ${sign} interval '10 seconds' where id = $1`,
        [connection.id],
      );
    // The stopped process has left its lease. Until it ends, steps wait.
    await lease('+');
    const waiting = run(stage, service);
    await lease('-');
    expect((await waiting).status).toBe('succeeded');
    expect(service.to('/token')).toHaveLength(1);
  });
});

describe('a 401 (spec/connections §3.2)', () => {
  test('a second 401 fails the step, and both tokens are hidden', async () => {
    const service = await startService({
      api: (request) => ({ status: 401, body: { request, tokens: [tokenOf(1), tokenOf(2)] } }),
    });
    const { stage } = await stageWith(service);
    const { error, call } = await run(stage, service);
    expect([error, service.to('/api').length]).toEqual(['call: The server returned 401.', 2]);
    expect(call?.output).not.toContain('access-token-number');
  });

  test('steps that get a 401 at the same time share the new token', async () => {
    const service = await startService({
      api: ({ headers }) => ({ status: headers.authorization === `Bearer ${tokenOf(1)}` ? 401 : 200 }),
    });
    const { stage } = await stageWith(service);
    const runs = await Promise.all(Array.from({ length: 8 }, () => run(stage, service)));
    expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 'succeeded'));
    expect(service.to('/token')).toHaveLength(2);
  });
});

describe('token endpoint failures (spec/connections §3.3)', () => {
  const canary = 'CANARY-OF-THE-TOKEN-ENDPOINT';

  test.each([400, 401, 403, 404, 302])(
    '%d fails the step at once, and its body is stored nowhere',
    async (status) => {
      const service = await startService({
        token: () => ({
          status,
          headers: { location: '/api' },
          body: { error: 'invalid_client', error_description: canary },
        }),
      });
      const handler = { steps: [{ name: 'why', type: 'set', values: { code: '{{ error.code }}' } }] };
      const { stage } = await stageWith(service, {}, { retry: { max_attempts: 5 }, on_error: handler });
      const job = await again(stage, { url: '/api' });
      expect(await go(job, { outside: reaching(service) })).toEqual([]);
      const [call, why] = await steps(job);
      expect([call?.error, why?.output]).toEqual([
        `The token endpoint of the connection "partner" returned ${status}.`,
        '{"code":"unavailable"}',
      ]);
      expect([service.to('/token').length, service.to('/api').length]).toEqual([1, 0]);
      expect(JSON.stringify([await row(job), await steps(job)])).not.toContain(canary);
    },
  );

  test.each([500, 503, 408, 429])('%d is retried', async (status) => {
    const service = await startService({
      token: () => ({ status, headers: { 'retry-after': '3600' }, body: canary }),
    });
    const { stage } = await stageWith(service, {}, { retry: { max_attempts: 2 } });
    const job = await again(stage, { url: '/api' });
    const [waiting] = await go(job, { outside: reaching(service) });
    expect(waiting).toBeDefined();
    await go(waiting?.[0] ?? job, { outside: reaching(service), later: () => 7_200_000 });
    expect((await row(job)).error).toBe(
      `call: The token endpoint of the connection "partner" returned ${status}. Attempt 2 was the last one.`,
    );
    expect(service.to('/token')).toHaveLength(2);
  });

  test.each([
    [{}],
    [{ access_token: 1 }],
    [{ access_token: 'x\ny' }],
    [{ access_token: 'x', token_type: 'mac' }],
  ])('a response with %j is no token', async (body) => {
    const service = await startService({ token: () => ({ body }) });
    const { stage } = await stageWith(service);
    const { error } = await run(stage, service);
    expect(error).toBe('call: The token endpoint of the connection "partner" returned no bearer token.');
  });

  test('the egress rules apply to the token endpoint', async () => {
    const [service, elsewhere] = [await startService(), await startService()];
    const stage = await buildStage(database.current.context);
    await connect(stage, [service, elsewhere], {
      name: 'partner',
      type: 'oauth2',
      origin: service.url,
      grant: 'client_credentials',
      token_url: `${elsewhere.url}/token`,
      client_id: 'me',
      client_secret: 'client-secret',
    });
    await callWith(stage, { connection: 'partner' });
    const { error } = await run(stage, service);
    expect(error).toContain('HARK_EGRESS_ALLOW');
    expect([service.connections(), elsewhere.connections()]).toEqual([0, 0]);
  });
});
