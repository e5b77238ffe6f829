// Commands that call a server instead of opening its database (spec/provisioning §11).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applyText, checkProvisioningFile } from '../../src/core/provisioning/index.ts';
import { testActor } from '../harness/builders.ts';
import { runHark } from '../harness/hark-process.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

// Each command is a separate process, which takes seconds on a loaded machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = useTestDatabase();
const api = useApi(database);
const folder = mkdtempSync(join(tmpdir(), 'hark-remote-'));
let base_url: string;
let admin: Record<string, string>;
let sales: Record<string, string>;

beforeAll(async () => {
  base_url = `http://127.0.0.1:${api.port()}`;
  const users = [
    { email: 'ada@remote.test', name: 'Ada', role: 'Administrator' },
    { email: 'sam@remote.test', name: 'Sam', role: 'Sales' },
  ];
  const item = {
    name: 'Remote',
    base_url,
    roles: [{ name: 'Sales', permissions: { 'api.access_rest': true } }],
    users,
    api_clients: users.map(({ email }) => ({ user: email, name: 'Remote', scope: 'api' })),
  };
  const read = checkProvisioningFile(JSON.stringify({ workspaces: [item] }));
  const { workspaces } = await applyText(database.current.context, testActor, read, {});
  const [one, two] = (workspaces[0]?.api_clients ?? []).map((client) => 'token' in client && client.token);
  const env = (token: unknown) => ({
    HARK_URL: base_url,
    HARK_TOKEN: String(token),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  });
  [admin, sales] = [env(one), env(two)];
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(...workspaces: object[]): string {
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces }));
  return file;
}

test('apply, its plan and pull work without a database (spec/provisioning §11.2)', async () => {
  const item = { base_url, roles: [{ name: 'New' }], secrets: { partner: { env: 'MY_VALUE' } } };
  const env = { ...admin, MY_VALUE: 'from-variable' };
  const planned = await runHark(['apply', '--plan', '-f', written(item)], env);
  expect([planned.code, planned.stdout], planned.stderr).toEqual([
    3,
    '+ secrets "partner"\n+ roles "New"\n2 to create, 0 to update, 0 to delete.\n',
  ]);
  const applied = await runHark(['apply', '--json', '-f', written(item)], env);
  expect(applied.code, applied.stderr).toBe(0);
  expect(JSON.parse(applied.stdout).workspaces[0].roles[0]).toMatchObject({ name: 'New' });
  const pulled = await runHark(['pull', '--json'], admin);
  expect(JSON.parse(pulled.stdout).workspaces[0].secrets).toEqual({
    partner: { env: 'HARK_SECRET_PARTNER' },
  });
});

test('errors of the server name the place in the file and the variable (spec/provisioning §11.2)', async () => {
  const unset = await runHark(
    ['apply', '-f', written({ base_url, secrets: { none: { env: 'UNSET' } } })],
    admin,
  );
  expect([unset.code, unset.stderr]).toEqual([
    2,
    'hark: workspaces[0].secrets.none: the environment variable UNSET is not set\n',
  ]);
  const file = written({ base_url, users: [{ email: 'x@remote.test', name: 'X', role: 'No role' }] });
  const wrong = await runHark(['apply', '-f', file], admin);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('hark: workspaces[0].users[0].role: There is no role "No role"'),
  ]);
});

test('permission, token and URL are checked (spec/provisioning §11.2)', async () => {
  expect((await runHark(['pull'], sales)).code).toBe(1);
  expect((await runHark(['pull'], { ...admin, HARK_TOKEN: 'wrong' })).code).toBe(1);
  expect((await runHark(['pull'], { ...admin, HARK_TOKEN: '' })).code).toBe(2);
  expect((await runHark(['pull'], { ...admin, HARK_URL: 'http://crm.example.test' })).code).toBe(2);
  expect((await runHark(['pull', '--workspace', 'http://other.test'], admin)).code).toBe(2);
});

test('a file for another workspace needs --workspace (spec/provisioning §11.3)', async () => {
  const file = written({ base_url: 'https://staging.example.com', roles: [{ name: 'Moved' }] });
  const refused = await runHark(['apply', '--plan', '-f', file], admin);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `hark: workspaces[0].base_url: HARK_URL is ${base_url}\n`,
  ]);
  const moved = await runHark(['apply', '--plan', '--json', '--workspace', base_url, '-f', file], admin);
  expect(JSON.parse(moved.stdout).changes).toMatchObject([{ workspace: base_url, item: 'Moved' }]);
  const several = written({ base_url }, { base_url: 'https://staging.example.com' });
  expect((await runHark(['apply', '--plan', '-f', several], admin)).code).toBe(2);
});
