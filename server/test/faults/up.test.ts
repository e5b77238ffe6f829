import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/lib/process/free-port.ts';
import { eventually } from '../harness/eventually.ts';
import { isAlive, type RunningHark, runHark, startHark, untilWhole } from '../harness/hark-process.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';

let postgres: OwnPostgres;
let hark: RunningHark;
let metricsPort: number;

/** The Unix time in seconds of the last successful ping from serve to the engine. */
async function lastEngineAnswer(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^hark_engine_last_answer_timestamp_seconds (.*)$/m.exec(metrics)?.[1]);
}

beforeAll(async () => {
  postgres = await startOwnPostgres();
  metricsPort = await freePort();
  hark = await startHark('up', {
    DATABASE_URL: postgres.urlOf('hark'),
    BASE_URL: 'http://first.test',
    METRICS_PORT: String(metricsPort),
    // The image sets this for `work` in a separate container. `up` must use loopback nevertheless.
    WORK_HOST: '0.0.0.0',
  });
  await untilWhole(hark);
});

afterAll(async () => {
  await hark.remove();
  await postgres.remove();
});

describe('hark up on an empty server that requires passwords', () => {
  test('logs no warnings while its parts wait for each other', async () => {
    await eventually(() => hark.output().includes('"msg":"engine available"'));
    expect(hark.output().match(/^\{"level":"(?:warn|error|fatal)",.*$/gm)).toBeNull();
  });

  test('creates the database, a key that only its user can read, and the first workspace', async () => {
    expect(existsSync(join(hark.env.HARK_DATA_DIR ?? '', 'secret-key'))).toBe(true);
    const { stdout } = await runHark(['audit', '--workspace', 'http://first.test', '--json'], hark.env);
    const { entries } = JSON.parse(stdout);
    expect(entries.at(-1)).toMatchObject({ action: 'created', means: { type: 'command', name: 'serve' } });
  });

  test('has a doctor command that reports only the actual problem', async () => {
    const { code, stdout } = await runHark(['doctor', '--json'], hark.env);
    const failed = JSON.parse(stdout).findings.filter((finding: { ok: boolean }) => !finding.ok);
    // The host name of the workspace URL doesn't exist in DNS.
    expect(failed).toMatchObject([
      { check: 'base_url', says: expect.stringContaining("http://first.test/healthz doesn't respond") },
    ]);
    expect(code).toBe(1);
  });

  test('rejects a different installation key in every command, with an explanation, and changes nothing', async () => {
    const wrong = { ...hark.env, SECRET_KEY: 'this-is-not-the-key-of-that-database-0123456789' };
    const refused = await runHark(['migrate'], wrong);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("SECRET_KEY doesn't match this database"),
    });
    // Even the password of the database role is derived from the key.
    const audit = await runHark(['audit', '--workspace', 'http://first.test'], wrong);
    expect(audit).toMatchObject({ code: 1, stderr: expect.stringContaining("SECRET_KEY isn't the key") });
    expect((await hark.readiness()).status).toBe(200);
  });
});

describe('faults under hark up', () => {
  test('after PostgreSQL restarts, it is unready and then ready again by itself, and no process exits', async () => {
    const before = hark.children();
    await postgres.stop();
    const unready = await eventually(async () => {
      const readiness = await hark.readiness();
      return readiness.status === 503 && readiness;
    });
    expect(unready.parts.database).toBe('failed');
    const answer = await fetch(`${hark.url}/`, { signal: AbortSignal.timeout(5_000) });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    await postgres.start();
    await eventually(async () => (await hark.readiness()).status === 200);
    expect(hark.children()).toEqual(before);
    expect(Object.keys(before).sort()).toEqual(['engine', 'serve', 'work']);
  });

  test('a killed restate-server is restarted, and a ping from serve reaches work through it', async () => {
    await untilWhole(hark);
    const { engine, serve, work } = hark.children();
    const answeredBefore = await lastEngineAnswer();
    expect(answeredBefore).toBeGreaterThan(0);
    process.kill(engine ?? -1, 'SIGKILL');
    await eventually(async () => ![engine, undefined].includes(hark.children().engine));
    const restartedAt = Date.now() / 1000;
    await eventually(async () => (await lastEngineAnswer()) > restartedAt);
    await untilWhole(hark);
    expect(hark.children()).toMatchObject({ serve, work });
  });

  test('a serve process that is killed again and again is restarted at once', async () => {
    for (let kill = 0; kill < 5; kill += 1) {
      const killed = hark.children().serve ?? -1;
      process.kill(killed, 'SIGKILL');
      await eventually(async () => !isAlive(killed) && (await hark.readiness()).status === 200);
    }
    const pauses = [...hark.output().matchAll(/"child":"serve",.*"restart_in_ms":(\d+)/g)].map(([, ms]) =>
      Number(ms),
    );
    expect(Math.max(...pauses)).toBe(50);
  });

  test('SIGTERM stops hark up and all its child processes', async () => {
    const children = Object.values(hark.children());
    expect(children).toHaveLength(3);
    expect(await hark.stop()).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });
});
