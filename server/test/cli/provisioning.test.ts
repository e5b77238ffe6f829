import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepAddress } from '../../src/app/up-address.ts';
import type { Config } from '../../src/config.ts';
import { runHark } from '../harness/hark-process.ts';
import { addressOf, createScratchDatabase, dropDatabase, testKey } from '../harness/scratch-database.ts';
import { useApi } from '../harness/servers/api-server.ts';
import { useTestDatabase } from '../harness/test-database.ts';

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
  const done = await apply('-f', written(workspace));
  if (done.code !== 0) throw new Error(done.stderr);
});
afterAll(async () => {
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true });
});

const workspace = {
  name: 'File',
  base_url,
  roles: [{ name: 'Sales', permissions: { 'leads.view': 'own' } }, { name: 'Old' }],
  users: [{ email: 'ann@file.test', name: 'Ann', role: 'Sales', password: 'correct horse battery' }],
  workflows: [
    {
      name: 'Order',
      owner: 'ann@file.test',
      steps: [{ name: 'keep', type: 'set', values: { text: 'a: #b\n' } }],
    },
  ],
};

/** A server that is ready, as that of `hark up`. */
const served = useTestDatabase();
const api = useApi(served);
const other = useApi(served);

function written(...workspaces: object[]): string {
  const file = join(folder, 'workspace.json');
  writeFileSync(file, JSON.stringify({ workspaces }));
  return file;
}
const apply = (...options: string[]) => runHark(['apply', ...options], env);

// What else a plan, pull and references do is shown by the contract suite.
test('a long result reaches a program that reads it slowly', async () => {
  const leads = Array.from({ length: 800 }, (_, index) => ({ email: `p${index}@x.test` }));
  const { stdout } = await apply('--plan', '--json', '-f', written({ ...workspace, leads }));
  expect(JSON.parse(stdout).changes).toHaveLength(leads.length);
});

test('`apply --plan` prints the changes for people and exits with 3 (spec/provisioning §7.2, §7.3)', async () => {
  const steps = [
    { name: 'keep', type: 'set', values: { text: 'x'.repeat(61) } },
    { name: 'end', type: 'stop', as: 'succeeded' },
  ];
  const changes = {
    base_url,
    roles: [{ name: 'New' }, { name: 'Old', state: 'absent' }],
    users: [{ email: 'ann@file.test', role: 'Member' }],
    workflows: [{ name: 'Order', steps }],
  };
  const { code, stdout } = await apply('--plan', '-f', written(changes));
  expect(stdout.split('\n')).toEqual([
    '+ roles "New"',
    '~ users "ann@file.test"  role: "Sales" → "Member"',
    '~ workflows "Order"  step keep values.text: changed  step end: added',
    '- roles "Old"',
    '1 to create, 2 to update, 1 to delete.',
    '',
  ]);
  expect(code).toBe(3);
});

test('`apply` prints the lines of its plan as the result (spec/provisioning §4.1)', async () => {
  const withSecret = (partner: string) => written({ base_url, secrets: { partner } });
  expect((await apply('-f', withSecret('one'))).stdout).toBe(
    '+ secrets "partner"\n1 created, 0 updated, 0 deleted.\n',
  );
  expect((await apply('-f', withSecret('one'))).stdout).toBe('No changes.\n');
  const changed = await apply('-f', withSecret('two'));
  expect(changed.stdout).toBe('~ secrets "partner"  value: changed\n0 created, 1 updated, 0 deleted.\n');
  const steps = [
    { name: 'first', type: 'set', values: { text: 'new', count: 2 } },
    { name: 'keep', type: 'set', values: { text: 'a: #b\n' } },
  ];
  const json = await apply('--json', '-f', written({ base_url, workflows: [{ name: 'Order', steps }] }));
  const { changes, summary } = JSON.parse(json.stdout);
  expect([changes, summary]).toMatchObject([
    [{ workspace: base_url, section: 'workflows', item: 'Order', fields: [{ field: 'steps', new: steps }] }],
    { create: 0, update: 1, delete: 0 },
  ]);
  const [first, keep] = steps;
  const order = {
    name: 'Order',
    steps: [keep, { ...first, name: 'last', values: { text: 'old', count: 2 } }],
  };
  expect((await apply('-f', written({ base_url, workflows: [order] }))).stdout).toContain(
    '~ workflows "Order"  step last: added  step first: removed\n',
  );
  const edited = { ...order, steps: [{ ...first, name: 'last' }, keep] };
  expect((await apply('-f', written({ base_url, workflows: [edited] }))).stdout).toContain(
    '~ workflows "Order"  step last values.text: old → new',
  );
});

test('`apply` and `doctor` name the steps that lack email or a secret (spec/provisioning §7.5)', async () => {
  const tell = { name: 'tell', type: 'notify', user: 'ann@file.test', subject: 'Hi', text: '' };
  const sign = { name: 'sign', type: 'set', values: { a: "{{ hashHmac('sha256', 'x', secrets.signing) }}" } };
  const workflows = [{ name: 'Failing', owner: 'ann@file.test', steps: [tell, sign] }];
  const file = written({ base_url, workflows });
  const step = (text: string) => `workflows "Failing", step ${text} This step will fail.`;
  const noMail = step("tell: Email isn't set up on this installation (SMTP_URL).");
  const noSecret = step('sign: There is no secret called signing.');
  const both = `Warning: ${noMail}\nWarning: ${noSecret}\n`;
  expect(await apply('--plan', '-f', file)).toMatchObject({ code: 3, stderr: both });
  expect(await apply('-f', file)).toMatchObject({ code: 0, stderr: both });
  expect((await runHark(['doctor'], env)).stdout).toContain(
    `warn workflows: ${base_url}, ${noMail} ${base_url}, ${noSecret}\n`,
  );
  const withMail = { ...env, SMTP_URL: 'smtp://127.0.0.1:1' };
  const complete = written({ base_url, workflows, secrets: { signing: 'a-signing-secret' } });
  expect(await runHark(['apply', '-f', complete], withMail)).toMatchObject({ code: 0, stderr: '' });
  expect((await runHark(['doctor'], withMail)).stdout).toContain(
    'ok   workflows: SMTP_URL is set; no step lacks email or a secret\n',
  );
});

describe('a base URL with another port than the running `hark up` (spec/provisioning §2.1)', () => {
  const running = () => `http://127.0.0.1:${api.port()}`;
  const right = () => running().replace('127.0.0.1', 'localhost');
  const here = { ...env, HARK_DATA_DIR: folder };
  const applied = (url: string, ...args: string[]) =>
    runHark(['apply', ...args, '-f', written({ base_url: url })], here);
  beforeAll(() => keepAddress({ HARK_DATA_DIR: folder } as Config, running()));

  test('is rejected for a new workspace if nothing responds there, and nothing is created', async () => {
    const wrong = await applied('http://localhost:1');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain(
      `workspaces[0].base_url: \`hark up\` is running at ${running()}, and nothing responds at http://localhost:1. Use ${right()},`,
    );
    expect(await applied('http://localhost:1', '--plan')).toMatchObject({ code: 2 });
    expect((await runHark(['workspace', 'list'], env)).stdout).not.toContain('http://localhost:1');
  });

  test('is accepted for other ports that respond, other hosts, https and a stopped `hark up`', async () => {
    const urls = [
      right(),
      `http://localhost:${other.port()}`,
      'https://crm.example.com',
      'https://localhost:1',
    ];
    for (const url of urls) expect(await applied(url, '--plan')).toMatchObject({ code: 3, stderr: '' });
    keepAddress({ HARK_DATA_DIR: folder } as Config, 'http://127.0.0.1:2');
    expect(await applied('http://localhost:1', '--plan')).toMatchObject({ code: 3, stderr: '' });
    keepAddress({ HARK_DATA_DIR: folder } as Config, running());
  });

  test('is a warning for an existing workspace, with a command that works', async () => {
    const existing = 'http://localhost:3';
    expect((await runHark(['apply', '-f', written({ base_url: existing })], env)).code).toBe(0);
    const move = `hark workspace address ${existing} ${right()}`;
    expect((await applied(existing)).stderr).toContain(
      `Warning: base_url ${existing}: \`hark up\` is running at ${running()}. Use ${right()} in the file after you move the workspace with \`${move}\`.`,
    );
    expect((await applied(right())).code).toBe(0);
    const { stderr } = await applied(existing);
    expect(stderr).not.toContain('workspace address');
    expect(stderr).toContain(`Use ${right()} in the file. It is another workspace`);
  });
});
