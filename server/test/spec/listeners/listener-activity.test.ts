// A request that fails the token check leaves no run in the activity view, as `hark runs` shows it (spec/listeners §5.4).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { eventually } from '../../harness/eventually.ts';
import { runHark } from '../../harness/hark-process.ts';
import {
  addressOf,
  createScratchDatabase,
  dropDatabase,
  silent,
  testKey,
} from '../../harness/scratch-database.ts';
import type { Served } from '../../harness/servers/listener-server.ts';
import { testContext } from '../../harness/test-database.ts';
import {
  type BuiltStage,
  bearer,
  expectInvalid,
  expectMissing,
  expectWrongKey,
  nowSeconds,
  signed,
  token,
  useListeners,
} from './listener-stage.ts';

// Creates a database that CLI commands can use too, because their roles are named after it.
const name = `hark_spec_${process.pid}`;
let db: Database;
let served: Served;
beforeAll(async () => {
  const addresses = await createScratchDatabase(name);
  db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 5, logger: silent });
  served = { addresses, context: testContext(db) };
});
afterAll(async () => {
  await db.close();
  await dropDatabase(name, { roles: true });
});
const { build } = useListeners({
  get current() {
    return served;
  },
});

const env = {
  DATABASE_URL: addressOf(name).reveal(),
  SECRET_KEY: testKey.reveal(),
  HARK_DATA_DIR: '/nowhere',
};
const command = async (what: string[], { workspace, workflow }: BuiltStage) => {
  const args = [...what, '--workspace', workspace.baseUrl, '--workflow', workflow, '--json'];
  const { code, stdout, stderr } = await runHark(args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
};

test('`hark runs` shows no run for a request with an invalid token, and one run for a valid token (spec/listeners §5.4, spec/provisioning §2)', async () => {
  const stage = await build(signed);
  const { ask } = stage;
  const [forged, foreign, old] = [
    token({}, { by: 'wrong' }),
    token({ iss: 'other' }),
    token({ exp: nowSeconds() - 3600 }),
  ];
  expectMissing(await ask());
  expectMissing(await ask({ method: 'OPTIONS', headers: ['Origin: https://shop.test'] }));
  expectInvalid(await ask({ headers: [bearer('bad')] }), 'bad');
  expectInvalid(await ask({ headers: [bearer(forged)] }), forged);
  expectInvalid(await ask({ headers: [bearer(old)] }), old);
  expectWrongKey(await ask({ headers: [bearer(foreign)] }), foreign);
  expect(await command(['runs'], stage)).toEqual({ total: 0, runs: [] });

  const passed = await ask({ headers: [bearer(token())] });
  expect(passed.status).toBe(200);
  const id = passed.headers.get('x-run-id');
  await eventually(async () => {
    expect(await command(['runs'], stage)).toEqual({
      total: 1,
      runs: [
        {
          id,
          status: 'succeeded',
          started_at: expect.any(String),
          ended_at: expect.any(String),
          error: null,
          warnings: 0,
        },
      ],
    });
  });
  // Rejected requests appear only in the request inspector (spec/listeners §5.4), which is updated after the responses are sent.
  await eventually(async () => {
    const { requests } = await command(['requests'], stage);
    expect(requests.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'invalid_key',
      'invalid_or_expired',
      'invalid_or_expired',
      'invalid_or_expired',
      'missing_token',
      'missing_token',
    ]);
  });
});
