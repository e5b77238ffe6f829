import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secret } from '../../src/lib/crypto/secret.ts';
import { eventually } from '../harness/eventually.ts';
import { runHark, startHark, untilWhole } from '../harness/hark-process.ts';
import { asAdministrator } from '../harness/scratch-database.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';

const key = 'an-installation-key-for-tests-only-0123456789';
let postgres: OwnPostgres;

beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres.remove(), 60_000);

describe('starting', () => {
  test('`hark up` waits for a database that starts later', async () => {
    await postgres.stop();
    const hark = await startHark('up', { DATABASE_URL: postgres.urlOf('later') });
    try {
      await eventually(async () => hark.output().includes('waiting up to 30 s for PostgreSQL'));
      await postgres.start();
      await untilWhole(hark);
    } finally {
      await hark.remove();
    }
  });

  test('`hark serve` starts without the database and before the migrations, and becomes ready when both are available', async () => {
    const env = { DATABASE_URL: postgres.urlOf('unmigrated'), SECRET_KEY: key };
    const hark = await startHark('serve', env);
    try {
      await eventually(async () => (await hark.readiness()).status === 503);
      expect((await fetch(`${hark.url}/healthz`)).status).toBe(200);
      expect(await runHark(['migrate'], env)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^The database "unmigrated" at \S+ is up to date\.\n$/),
      });
      await eventually(async () => (await hark.readiness()).status === 200);
    } finally {
      await hark.remove();
    }
  });

  test('if the installation key is lost, `hark up` does not replace it with a new one', async () => {
    const env = { DATABASE_URL: postgres.urlOf('keyed'), SECRET_KEY: key };
    expect((await runHark(['migrate'], env)).code).toBe(0);
    const hark = await startHark('up', { DATABASE_URL: env.DATABASE_URL });
    try {
      await eventually(async () => hark.process.exitCode !== null);
      expect(hark.process.exitCode).toBe(1);
      // A process's last output can arrive after it has exited.
      const message = "was set up with an installation key, which isn't in ";
      await eventually(() => hark.output().includes(message));
    } finally {
      await hark.remove();
    }
  });

  test('if the database server requires TLS, `hark up` and `hark doctor` report that as the cause', async () => {
    const env = { DATABASE_URL: postgres.urlOf('encrypted'), SECRET_KEY: key, HARK_DATA_DIR: '/nowhere' };
    const owner = new Secret(postgres.urlOf('postgres'));
    await asAdministrator(async (client) => {
      const { rows } = await client.query<{ hba_file: string }>('show hba_file');
      await client.query(`copy (select 'hostssl all all 127.0.0.1/32 trust') to '${rows[0]?.hba_file}'`);
      await client.query('select pg_reload_conf()');
    }, owner);
    const sentence =
      /^(hark|FAIL database): PostgreSQL at 127\.0\.0\.1:\d+ requires TLS\. Add \?sslmode=verify-full to DATABASE_URL/m;
    // The server reloads the file asynchronously.
    await eventually(async () => expect((await runHark(['migrate'], env)).stderr).toMatch(sentence));
    const { code, stdout } = await runHark(['doctor'], env);
    expect(code).toBe(1);
    expect(stdout.match(/^FAIL .*$/gm)).toEqual([expect.stringMatching(sentence)]);
  });
});
