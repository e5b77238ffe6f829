import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { beginHark, runHark } from '../harness/hark-process.ts';
import { addressOf, createScratchDatabase, dropDatabase, testKey } from '../harness/scratch-database.ts';

const database = `hark_provisioning_${process.pid}`;
const env = {
  DATABASE_URL: addressOf(database).reveal(),
  SECRET_KEY: testKey.reveal(),
  HARK_DATA_DIR: '/nowhere',
};
const folder = mkdtempSync(join(tmpdir(), 'hark-provisioning-'));
const base_url = 'http://file.test';

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  await createScratchDatabase(database);
  const done = await apply(workspace);
  if (done.code !== 0) throw new Error(done.stderr);
});
afterAll(async () => {
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true });
});

const workspace = {
  name: 'File',
  base_url,
  secrets: { partner: 'partner-canary-0123456789' },
  roles: [{ name: 'Sales', permissions: { 'leads.view': 'own' } }, { name: 'Old' }],
  users: [{ email: 'ann@file.test', name: 'Ann', role: 'Sales', password: 'correct horse battery' }],
  workflows: [
    {
      name: 'Order é',
      owner: 'ann@file.test',
      listener: { add_authentication: true, endpoint_key: 'k', endpoint_secret: 'c'.repeat(40) },
      steps: [{ name: 'keep', type: 'set', values: { text: 'a: #b\n' } }],
    },
  ],
};

function written(...workspaces: object[]): string {
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces }));
  return file;
}
const apply = (item: object, variables: Record<string, string> = {}) =>
  runHark(['apply', '--json', '-f', written({ base_url, ...item })], { ...env, ...variables });
const plan = (item: object, ...options: string[]) =>
  runHark(['apply', '--plan', ...options, '-f', written({ base_url, ...item })], env);
async function fromStandardInput(args: string[], input: string) {
  const { process: child, ended } = beginHark(args, env);
  child.stdin?.end(input);
  return ended;
}

describe('apply --plan', () => {
  test('prints the changes for people and exits with 3 (spec/provisioning §7.2, §7.3)', async () => {
    const { code, stdout } = await plan({
      roles: [{ name: 'New' }, { name: 'Old', state: 'absent' }],
      users: [{ email: 'ann@file.test', role: 'Member' }],
      workflows: [
        { name: 'Order é', steps: [{ name: 'keep', type: 'set', values: { text: 'x'.repeat(60) } }] },
      ],
    });
    expect(stdout.split('\n')).toEqual([
      '+ roles "New"',
      '~ users "ann@file.test"  role: "Sales" → "Member"',
      '~ workflows "Order é"  steps: changed',
      '- roles "Old"',
      '1 to create, 2 to update, 1 to delete.',
      '',
    ]);
    expect(code).toBe(3);
  });

  test('exits with 0 if nothing changes, and with 2 if the file is wrong (spec/provisioning §7.3)', async () => {
    const same = await plan(workspace);
    expect([same.code, same.stdout]).toEqual([0, 'No changes.\n']);
    const json = await plan(workspace, '--json');
    expect(JSON.parse(json.stdout)).toEqual({ changes: [], summary: { create: 0, update: 0, delete: 0 } });
    expect((await plan({ rolez: [] })).code).toBe(2);
  });
});

describe('pull', () => {
  test('prints a file that changes nothing when it is applied, twice the same (spec/provisioning §8.1)', async () => {
    const first = await runHark(['pull'], env);
    const second = await runHark(['pull', '--workspace', base_url], env);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.stdout).toBe(first.stdout);
    expect(first.stdout.split('\n')[0]).toBe(
      `# yaml-language-server: $schema=${base_url}/schemas/apply.json`,
    );
    for (const secret of ['canary', 'c'.repeat(40), 'correct horse'])
      expect(first.stdout).not.toContain(secret);
    const back = await fromStandardInput(['apply', '--plan', '-f', '-'], first.stdout);
    expect([back.code, back.stdout]).toEqual([0, 'No changes.\n']);
    expect(back.stderr).toContain(
      'Warning: workspaces[0].secrets.partner: the environment variable HARK_SECRET_PARTNER is not set, so the stored secret is kept',
    );
  });

  test('names a variable for each secret (spec/provisioning §8.2)', async () => {
    const { stdout } = await runHark(['pull', '--json'], env);
    const [pulled] = JSON.parse(stdout).workspaces;
    expect(pulled.secrets).toEqual({ partner: { env: 'HARK_SECRET_PARTNER' } });
    expect(pulled.workflows[0].listener.endpoint_secret).toEqual({ env: 'HARK_LISTENER_ORDER___SECRET' });
    expect(pulled.workflows[0].listener).not.toHaveProperty('endpoint_key');
    expect(pulled.users).toEqual([{ email: 'ann@file.test', name: 'Ann', role: 'Sales', active: true }]);
  });

  test('fails if there is no such workspace', async () => {
    expect((await runHark(['pull', '--workspace', 'http://other.test'], env)).code).toBe(2);
  });
});

describe('references', () => {
  const secrets = (value: object | string) => ({ secrets: { env: value } });

  test('take the value from a variable or a file (spec/provisioning §9.1)', async () => {
    expect((await apply(secrets({ env: 'MY_VALUE' }), { MY_VALUE: 'from-variable' })).code).toBe(0);
    expect((await plan(secrets('from-variable'))).code).toBe(0);
    writeFileSync(join(folder, 'value.txt'), 'from-file\n\n');
    expect((await apply(secrets({ file: 'value.txt' }))).code).toBe(0);
    expect((await plan(secrets('from-file\n'))).code).toBe(0);
  });

  test('are an error if the variable is empty or the file is missing (spec/provisioning §9.1)', async () => {
    const empty = await apply(secrets({ env: 'MY_VALUE' }), { MY_VALUE: '' });
    expect([empty.code, empty.stderr]).toEqual([
      2,
      'hark: workspaces[0].secrets.env: the environment variable MY_VALUE is empty\n',
    ]);
    const missing = await apply(secrets({ file: 'no-such-file' }));
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('workspaces[0].secrets.env: ENOENT'),
    ]);
  });

  test('keep the stored secret if the variable is not set, and are an error if there is none (spec/provisioning §9.2)', async () => {
    const unset = await apply({ secrets: { unknown: { env: 'MY_VALUE' } } });
    expect(unset.code).toBe(2);
    expect(unset.stderr).toContain(
      'workspaces[0].secrets.unknown: the environment variable MY_VALUE is not set\n',
    );
    const kept = await apply({ secrets: { partner: { env: 'MY_VALUE' } } });
    expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining('MY_VALUE is not set')]);
    expect((await plan({ secrets: workspace.secrets })).code).toBe(0);
  });
});
