import { describe, expect, test } from 'vitest';
import type { ReadinessPart } from '../../../src/http/server/health.ts';
import { requestsArrived, startServer } from '../start-server.ts';

const part = (name: string, required: boolean, check: ReadinessPart['check']) => ({ name, required, check });
const fine = async () => undefined;
const broken = async () => {
  throw new Error('refused by 10.0.0.7');
};
const hung = () => new Promise<never>(() => undefined);

/** Starts a server without any workspace. */
const start = (...readiness: ReadinessPart[]) =>
  startServer({ readiness, findWorkspace: async () => undefined });

test('/healthz reports that the process is alive, on any host and regardless of failures elsewhere', async () => {
  const { ask } = await start(part('database', true, broken));
  for (const host of ['acme.example', 'other.example', '10.1.2.3:8080']) {
    const answer = await ask('GET', '/healthz', { host });
    expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
  }
});

describe('/readyz', () => {
  test.each([
    ['everything is up', fine, fine, 200, { status: 'ready', parts: { database: 'ok', engine: 'ok' } }],
    [
      'only the engine is down',
      fine,
      broken,
      200,
      { status: 'ready', parts: { database: 'ok', engine: 'failed' } },
    ],
    [
      'the database is down',
      broken,
      fine,
      503,
      { status: 'unready', parts: { database: 'failed', engine: 'ok' } },
    ],
    ['the engine hangs', fine, hung, 200, { status: 'ready', parts: { database: 'ok', engine: 'failed' } }],
  ] as const)('reports each part when %s', async (_what, database, engine, status, body) => {
    const { ask, log } = await start(part('database', true, database), part('engine', false, engine));
    const answer = await ask('GET', '/readyz', { host: 'other.example' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, body]);
    const unready = log.lines().flatMap(({ msg, part }) => (msg === 'not ready' ? [part] : []));
    expect(unready).toEqual(status === 503 ? ['database'] : []);
  });

  test('responds within 2 s although the database hangs, and recovers by itself', async () => {
    let check: ReadinessPart['check'] = hung;
    const { ask, log } = await start(part('database', true, (signal) => check(signal)));
    const before = performance.now();
    expect((await ask('GET', '/readyz')).status).toBe(503);
    expect(performance.now() - before).toBeLessThan(2_000);
    check = fine;
    expect((await ask('GET', '/readyz')).status).toBe(200);
    expect(log.lines().flatMap(({ msg, part }) => (part ? [msg] : []))).toEqual(['not ready', 'ready again']);
  });

  test('aborts a check that takes too long', async () => {
    const aborted = Promise.withResolvers<void>();
    const check = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => aborted.resolve());
      return hung();
    };
    const { ask } = await start(part('database', true, check));
    expect((await ask('GET', '/readyz')).status).toBe(503);
    await aborted.promise;
  });

  test('runs one check for concurrent probes', async () => {
    let checks = 0;
    const gate = Promise.withResolvers<void>();
    const { ask } = await start(
      part('database', true, () => {
        checks++;
        return gate.promise;
      }),
    );
    const arrived = requestsArrived(20);
    const answers = Array.from({ length: 20 }, () => ask('GET', '/readyz'));
    await arrived;
    gate.resolve();
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(checks).toBe(1);
    await ask('GET', '/readyz');
    expect(checks).toBe(2);
  });

  test('does not reveal why a part fails, but logs the reason once', async () => {
    const { ask, log } = await start(part('database', true, broken));
    expect((await ask('GET', '/readyz')).text).not.toContain('10.0.0.7');
    await ask('GET', '/readyz');
    expect(log.lines().filter(({ msg }) => msg === 'not ready')).toHaveLength(1);
    expect(log.text()).toContain('10.0.0.7');
  });
});
