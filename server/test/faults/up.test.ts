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

/** Seconds since 1970 at which a ping of serve last came back. */
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
  });
  await untilWhole(hark);
}, 90_000);

afterAll(async () => {
  await hark.remove();
  await postgres.remove();
}, 60_000);

describe('hark up on an empty server that asks for passwords', () => {
  test('warns of nothing while its parts wait for each other', async () => {
    await eventually(() => hark.output().includes('"msg":"the engine answers"'));
    expect(hark.output().match(/^\{"level":[456]0,.*$/gm)).toBeNull();
  });

  test('makes the database, a key that only its user reads, and the first workspace', async () => {
    expect(existsSync(join(hark.env.HARK_DATA_DIR ?? '', 'secret-key'))).toBe(true);
    const { stdout } = await runHark(['audit', '--workspace', 'http://first.test', '--json'], hark.env);
    const { entries } = JSON.parse(stdout);
    expect(entries.at(-1)).toMatchObject({ action: 'created', means: { type: 'command', name: 'serve' } });
  });

  test('doctor finds nothing wrong but what is', async () => {
    const { code, stdout } = await runHark(['doctor', '--json'], hark.env);
    const failed = JSON.parse(stdout).findings.filter((finding: { ok: boolean }) => !finding.ok);
    // The workspace's address is one that no name server knows.
    expect(failed).toMatchObject([
      { check: 'base_url', says: expect.stringContaining('http://first.test does not answer') },
    ]);
    expect(code).toBe(1);
  });

  test('another key is refused with a sentence by every command, and nothing changes', async () => {
    const wrong = { ...hark.env, SECRET_KEY: 'this-is-not-the-key-of-that-database-0123456789' };
    const refused = await runHark(['migrate'], wrong);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SECRET_KEY does not fit this database'),
    });
    // With the wrong key not even the password of the database role is right.
    const audit = await runHark(['audit', '--workspace', 'http://first.test'], wrong);
    expect(audit).toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY is not the key') });
    expect((await hark.readiness()).status).toBe(200);
  });
});

describe('faults under hark up', () => {
  test('PostgreSQL restarted: unready, then ready again by itself, and no process ended', async () => {
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

  test('PostgreSQL killed without a chance to say good-bye: the same', async () => {
    const before = hark.children();
    await postgres.stop('immediate');
    await eventually(async () => (await hark.readiness()).status === 503);
    await postgres.start();
    await eventually(async () => (await hark.readiness()).status === 200);
    expect(hark.children()).toEqual(before);
  });

  test('restate-server killed: started again, and a ping goes from serve through it to work and back', async () => {
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

  test.each(['serve', 'work'])('%s killed: started again', async (name) => {
    await untilWhole(hark);
    const killed = hark.children()[name] ?? -1;
    process.kill(killed, 'SIGKILL');
    await eventually(async () => ![killed, undefined].includes(hark.children()[name]));
    await untilWhole(hark);
  });

  test('SIGTERM ends it and every child', async () => {
    const children = Object.values(hark.children());
    expect(children).toHaveLength(3);
    expect(await hark.stop()).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });
});
