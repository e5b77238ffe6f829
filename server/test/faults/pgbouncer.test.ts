// Everything except migrations and LISTEN works through a transaction pooler (docs/design/database.md).
// `npm run test:contract:pgbouncer` runs the whole contract suite this way.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { eventually } from '../harness/eventually.ts';
import { runHark } from '../harness/hark-process.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import { type OwnPgBouncer, startOwnPgBouncer } from '../harness/servers/own-pgbouncer.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const lookupSql = readFileSync(new URL('../../../deploy/pgbouncer/lookup.sql', import.meta.url), 'utf8');
/** The number of server sessions per role. Hark has far more connections, so they constantly share sessions. */
const sessions = 2;
let postgres: OwnPostgres;
let pooler: OwnPgBouncer;
let hark: WholeHark;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const administrate = (database: string, text: string) =>
    asAdministrator((client) => client.query(text), new Secret(postgres.urlOf(database)));
  await administrate('postgres', 'create database hark');
  await administrate('hark', `${lookupSql}; alter role pgbouncer password 'looks-up'`);
  const lookup = { user: 'pgbouncer', password: 'looks-up' };
  const server = new URL(postgres.urlOf('hark'));
  pooler = await startOwnPgBouncer(server, lookup, { default_pool_size: String(sessions) });
  hark = await startWholeHark('hark', {
    DATABASE_URL: postgres.urlOf('hark'),
    DATABASE_POOLER_URL: pooler.url,
  });
});
afterAll(async () => {
  await hark?.remove();
  await pooler?.remove();
  await postgres?.remove();
});

const create = { name: 'lead', type: 'lead.create', fields: { first_name: '{{ run.id }}' } };
const pause = { name: 'pause', type: 'wait', for: '2 seconds' };
const respond = { name: 'answer', type: 'respond', status: 201, body: 'done' };

test('requests, runs, waits and responses work with two sessions per role', async () => {
  const listeners = await hark.apply({
    workflows: [
      { name: 'answers', steps: [create, respond], listener: { respond_with: 'workflow' } },
      { name: 'waits', steps: [create, pause, { ...create, name: 'later' }] },
    ],
  });
  const before = await pooler.transactions();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => deliver(listeners[index % 2 ? 'answers' : 'waits'] ?? '', {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(30).fill(200),
    ...Array(30).fill(201),
  ]);
  await eventually(async () => {
    const [row] = await hark.query<{ count: number }>(
      "select count(*)::int from runs where status = 'succeeded'",
    );
    return row?.count === 60;
  }, 60_000);
  const [leads] = await hark.query<{ count: number }>('select count(*)::int from leads');
  expect(leads?.count).toBe(90);
  // Runs that finish together share a transaction, so there are fewer transactions than runs and requests.
  expect((await pooler.transactions()) - before).toBeGreaterThan(100);

  const open = await hark.query<{ role: string; name: string; count: number }>(
    `select usename as role, application_name as name, count(*)::int from pg_stat_activity
     where usename like 'hark\\_%' group by 1, 2`,
  );
  const listening = open.filter(({ name }) => name === 'hark-notifications');
  expect(listening).toEqual([{ role: 'hark_dispatch', name: 'hark-notifications', count: 1 }]);
  for (const role of ['app', 'ingest', 'dispatch', 'upkeep']) {
    const ofRole = open.filter((one) => one.role === `hark_${role}` && one.name !== 'hark-notifications');
    expect(
      ofRole.reduce((sum, { count }) => sum + count, 0),
      role,
    ).toBeLessThanOrEqual(sessions);
  }
});

test('doctor reports whether the database roles can log in to the server and to the pooler', async () => {
  const { stdout } = await hark.command('doctor');
  expect(stdout).toMatch(/hark_app, hark_ingest, hark_dispatch, hark_upkeep can log in/);
  const { stdout: wrong } = await runHark(['doctor'], {
    ...hark.env,
    DATABASE_POOLER_URL: 'postgres://127.0.0.1:9',
  });
  expect(wrong).toMatch(/hark_app can't log in at DATABASE_POOLER_URL/);
});

test('while the pooler is down callers get 503, and everything resumes when it is back', async () => {
  const { plain } = await hark.apply({ workflows: [{ name: 'plain', steps: [create] }] });
  await pooler.stop();
  await eventually(async () => (await deliver(plain ?? '', {})).status === 503);
  expect((await hark.readiness()).status).toBe(503);
  await pooler.start();
  await eventually(async () => (await deliver(plain ?? '', {})).status === 200);
  await eventually(async () => (await hark.readiness()).status === 200);
});
