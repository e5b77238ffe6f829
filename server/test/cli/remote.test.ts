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

beforeAll(async () => {
  base_url = `http://127.0.0.1:${api.port()}`;
  const item = {
    name: 'Remote',
    base_url,
    users: [{ email: 'ada@remote.test', name: 'Ada', role: 'Administrator' }],
    api_clients: [{ user: 'ada@remote.test', name: 'Remote', scope: 'api' }],
  };
  const read = checkProvisioningFile(JSON.stringify({ workspaces: [item] }));
  const { workspaces } = await applyText(database.current.context, testActor, read, {});
  const [client] = workspaces[0]?.api_clients ?? [];
  admin = {
    HARK_URL: base_url,
    HARK_TOKEN: client && 'token' in client ? String(client.token) : '',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(...workspaces: object[]): string {
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces }));
  return file;
}

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
