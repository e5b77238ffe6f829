// Runs the operator's commands and checks the output that a person sees.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { startSession } from '../../src/core/sessions/index.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { UserId, WorkspaceId } from '../../src/lib/ids.ts';
import { runHark } from '../harness/hark-process.ts';
import {
  addressOf,
  asAdministrator,
  createScratchDatabase,
  dropDatabase,
  silent,
  testKey,
} from '../harness/scratch-database.ts';
import { testContext } from '../harness/test-database.ts';

const database = `hark_operator_${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), 'hark-operator-'));
const env = {
  DATABASE_URL: addressOf(database).reveal(),
  SECRET_KEY: testKey.reveal(),
  HARK_DATA_DIR: '/nowhere',
};
const hark = (...args: string[]) => runHark(args, env);
const [acme, globex] = ['http://acme.test', 'http://globex.test'];
const passphraseFile = join(folder, 'passphrase');
let db: Database;

const workspace = (name: string, base_url: string, settings: object = {}) => ({
  name,
  base_url,
  settings,
  roles: [{ name: 'Administrator', is_admin: true }],
  users: [{ email: 'ann@acme.test', name: 'Ann', role: 'Administrator' }],
  leads: [{ email: 'lea@example.test', first_name: 'Lea', owner: 'ann@acme.test' }],
});
function apply(...workspaces: object[]) {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify({ workspaces }));
  return hark('apply', '-f', file, '--json');
}
const list = async () => JSON.parse((await hark('workspace', 'list', '--json')).stdout).workspaces;

beforeAll(async () => {
  const addresses = await createScratchDatabase(database);
  db = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 2, logger: silent });
  writeFileSync(passphraseFile, 'correct horse battery staple\n');
  expect(await apply(workspace('Acme', acme), workspace('Globex', globex))).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true });
});

test('`workspace list` shows what each workspace contains and whether it is suspended', async () => {
  expect(await hark('workspace', 'suspend', globex)).toMatchObject({
    code: 0,
    stdout: 'Suspended Globex.\n',
  });
  expect(await list()).toMatchObject([
    { name: 'Acme', base_url: acme, leads: 1, users: 1, runs_last_24_hours: 0, suspended_at: null },
    { name: 'Globex', base_url: globex, suspended_at: expect.any(String) },
  ]);
  expect((await hark('workspace', 'list')).stdout).toContain(
    '1 leads, 1 users, 0 runs in the last 24 hours\n',
  );
  expect((await hark('workspace', 'suspend', globex)).stdout).toBe('Globex is already suspended.\n');
  expect((await hark('workspace', 'resume', globex)).stdout).toBe('Resumed Globex.\n');
  const { stdout } = await hark('audit', '--workspace', globex, '--limit', '2');
  expect(stdout).toContain('suspended: true → false');
});

test("`workspace address` changes a workspace's URL, and rejects a URL that is taken or invalid", async () => {
  expect(await hark('workspace', 'address', globex, acme)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already'),
  });
  expect(await hark('workspace', 'address', globex, 'http://new.test/path')).toMatchObject({ code: 2 });
  expect(await hark('workspace', 'address', globex, 'http://new.test')).toMatchObject({ code: 0 });
  expect((await list())[1]).toMatchObject({ base_url: 'http://new.test' });
  expect(await hark('workspace', 'address', 'http://new.test', globex)).toMatchObject({ code: 0 });
});

describe('export, delete and import', () => {
  const file = join(folder, 'acme.hark');
  const withSecrets = ['--passphrase-file', passphraseFile];
  const exporting = ['workspace', 'export', acme, '--file', file];
  const importing = ['workspace', 'import', file, '--address', acme];

  test('export asks what to do with secrets, writes a file that only its owner can read, and overwrites nothing', async () => {
    expect(await hark(...exporting)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--without-secrets'),
    });
    const written = await hark(...exporting, ...withSecrets, '--runs');
    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 leads, 1 users, 0 workflows, 0 runs'),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await hark(...exporting, '--without-secrets')).toMatchObject({
      code: 2,
    });
  });

  test('delete asks for the name, and leaves other workspaces alone', async () => {
    expect(await hark('workspace', 'delete', acme)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(await hark('workspace', 'delete', acme, '--yes', 'acme')).toMatchObject({ code: 2 });
    expect(await list()).toHaveLength(2);
    expect(await hark('workspace', 'delete', acme, '--yes', 'Acme')).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject([{ name: 'Globex' }]);
  });

  test('import restores the workspace, suspended, with correct counters', async () => {
    expect(await hark(...importing)).toMatchObject({ code: 2 });
    const imported = await hark(...importing, ...withSecrets);
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('hark workspace resume') });
    expect((await list())[1]).toMatchObject({ name: 'Acme', leads: 1, suspended_at: expect.any(String) });
    const doctor = JSON.parse((await hark('doctor', '--recount', '--json')).stdout);
    expect(doctor.findings).toContainEqual({
      check: 'counts',
      ok: true,
      says: 'correct in 2 workspace(s) with 2 lead(s)',
    });
    const again = await hark(...importing, ...withSecrets);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
    expect(existsSync(`${file}.part`)).toBe(false);
    await hark('workspace', 'resume', acme);
  });
});

test('limits reduce settings that exceed them, apply to later changes and new workspaces, and appear in doctor', async () => {
  const set = await hark('limits', 'rate_limit_per_minute=1000', 'history_days=365', '--json');
  expect(JSON.parse(set.stdout)).toMatchObject({
    limits: { rate_limit_per_minute: 1000, history_days: 365, runs_in_flight: null },
    lowered: ['Globex', 'Acme'],
  });
  const settings = await asAdministrator(
    async (client) =>
      (
        await client.query(
          'select distinct rate_limit_per_minute, history_days, runs_in_flight from workspace_settings',
        )
      ).rows,
    addressOf(database),
  );
  expect(settings).toEqual([{ rate_limit_per_minute: 1000, history_days: 365, runs_in_flight: 500 }]);
  expect(await apply(workspace('Globex', globex, { rate_limit_per_minute: 1001 }))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('settings.rate_limit_per_minute must be at most 1000'),
  });
  expect(await apply(workspace('Globex', globex, { history_days: null }))).toMatchObject({ code: 2 });
  expect(await apply(workspace('Globex', globex, { rate_limit_per_minute: 999 }))).toMatchObject({
    code: 0,
  });
  const made = await apply(workspace('New', 'http://new.test'));
  expect(JSON.parse(made.stdout).workspaces[0].settings).toMatchObject({
    rate_limit_per_minute: 1000,
    history_days: 365,
  });
  expect((await hark('doctor')).stdout).toContain(
    'limits: rate_limit_per_minute at most 1000, history_days at most 365',
  );
  expect(await hark('limits', 'rate_limit_per_minute=none', 'history_days=none')).toMatchObject({
    code: 0,
  });
  expect(await hark('limits', 'page_size=3')).toMatchObject({ code: 2 });
});

test('`user reset-second-factor` removes the factors of a user, and says so if there are none', async () => {
  const whose = ['--workspace', globex, '--email', 'ann@acme.test'];
  await asAdministrator(
    (client) =>
      client.query(
        `insert into authenticator_apps (workspace_id, user_id, sealed_secret, confirmed_at)
         select u.workspace_id, u.id, 'sealed', now() from users u join workspaces w on w.id = u.workspace_id
         where w.base_url = $1`,
        [globex],
      ),
    addressOf(database),
  );
  expect((await hark('user', 'reset-second-factor', ...whose)).stdout).toContain('with their password alone');
  expect((await hark('user', 'reset-second-factor', ...whose, '--json')).stdout).toContain('"reset":false');
  expect((await hark('audit', '--workspace', globex, '--limit', '1')).stdout).toContain('second_factors');
});

test('`user sessions` shows where a user is signed in, and `user end-sessions` signs the user out everywhere', async () => {
  const [row] = await asAdministrator(
    async (client) =>
      (
        await client.query(
          'select u.workspace_id::int as workspace, u.id::int as id from users u join workspaces w on w.id = u.workspace_id where w.base_url = $1',
          [globex],
        )
      ).rows,
    addressOf(database),
  );
  const [workspaceId, user] = [row.workspace as WorkspaceId, row.id as UserId];
  const visitor = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    address: '10.1.2.3',
  };
  await db.write(workspaceId, (transaction) =>
    startSession(transaction, testContext(db), workspaceId, { id: user, signInVersion: 1 }, visitor),
  );
  const whose = ['--workspace', globex, '--email', 'ann@acme.test'];
  expect((await hark('user', 'sessions', ...whose)).stdout).toContain('Firefox on Linux');
  expect((await hark('user', 'end-sessions', ...whose)).stdout).toContain('out of 1 sessions');
  expect((await hark('user', 'sessions', ...whose)).stdout).toContain('has no active sessions');
  expect(await hark('user', 'sessions', '--workspace', globex, '--email', 'nobody@acme.test')).toMatchObject({
    code: 2,
  });
});

test.each(['list', 'suspend', 'resume', 'address', 'export', 'import', 'delete'])(
  'workspace %s has an example in its help',
  async (name) => {
    // Printed in this process, which takes a fraction of the time.
    let printed = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      printed += String(chunk);
      return true;
    });
    const { argv } = process;
    onTestFinished(() => {
      process.argv = argv;
      write.mockRestore();
    });
    process.argv = [process.execPath, 'hark', 'workspace', name, '--help'];
    expect(await runProgram()).toBe(0);
    expect(printed).toContain(`Example:\n  hark workspace ${name}`);
  },
);
