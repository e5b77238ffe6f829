import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import { launcher, runHark } from '../harness/hark-process.ts';
import {
  addressOf,
  asAdministrator,
  createScratchDatabase,
  dropDatabase,
  testKey,
} from '../harness/scratch-database.ts';

const database = `hark_commands_${process.pid}`;
const env = {
  DATABASE_URL: addressOf(database).reveal(),
  SECRET_KEY: testKey.reveal(),
  HARK_DATA_DIR: '/nowhere',
};
const contractFixture = fileURLToPath(new URL('../contract/fixture.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hark-commands-'));

const hark = (...args: string[]) => runHark(args, env);
function fileWith(content: object | string): string {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const countAudit = () =>
  asAdministrator(
    async (client) => (await client.query('select count(*) from audit_entries')).rows[0].count,
    addressOf(database),
  );

beforeAll(() => createScratchDatabase(database));
afterAll(async () => {
  await dropDatabase(database, { roles: true });
  rmSync(folder, { recursive: true });
});

describe('hark apply', () => {
  const fixture = execFileSync(process.execPath, [contractFixture], {
    env: { HARK_PORT: '8080', HARK_WITHOUT: 'workflows,secrets,lead_fields,leads' },
    encoding: 'utf8',
  });

  test("prints the result document for the contract suite's workspaces, roles and users, and nothing else", async () => {
    const { code, stdout, stderr } = await hark('apply', '-f', fileWith(fixture), '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [acme, globex] = JSON.parse(stdout).workspaces;
    expect(acme).toMatchObject({
      name: 'Acme',
      base_url: 'http://127.0.0.1:8080',
      settings: { rate_limit_burst: 5000 },
    });
    expect(acme.roles.map((role: { name: string }) => role.name)).toEqual([
      'Administrator',
      'Sales',
      'Own',
      'Reader',
      'No API',
    ]);
    expect(acme.users).toHaveLength(7);
    expect(globex.users.every((user: { id: number }) => Number.isInteger(user.id))).toBe(true);
  });

  test('without --json, prints a summary and shows a generated password once', async () => {
    const file = fileWith({
      workspaces: [
        { base_url: 'http://new.test', users: [{ email: 'a@b.test', name: 'A', role: 'Member' }] },
      ],
    });
    const first = await hark('apply', '-f', file);
    expect(first.stdout).toMatch(
      /^\+ workspace "http:\/\/new\.test"\n\+ users "a@b\.test"\n2 created, 0 updated, 0 deleted\.\nnew\.test \(http:\/\/new\.test\):\n {2}a@b\.test has the password \S{22} \(shown once\)\n$/,
    );
    expect((await hark('apply', '-f', file)).stdout).toBe('No changes.\n');
  });

  test('without --json, shows one-time tokens and listener URLs', async () => {
    const owner = 'a@b.test';
    const workspace = {
      base_url: 'http://shown.test',
      users: [{ email: owner, name: 'A', role: 'Administrator', password: 'a password of 22 chars' }],
      api_clients: [{ user: owner, name: 'Billing', scope: 'api' }],
      oauth_clients: [
        { name: 'Dashboard', scope: 'api', redirect_uris: ['https://a.test/cb'], confidential: true },
      ],
      workflows: [{ name: 'Form', owner, steps: [{ name: 'end', type: 'stop', as: 'succeeded' }] }],
    };
    const file = fileWith({ workspaces: [workspace] });
    const first = await hark('apply', '-f', file);
    expect(first.stdout).toMatch(/^ {2}API client Billing has the token hark_\S+ \(shown once\)$/m);
    expect(first.stdout).toMatch(
      /^ {2}OAuth client Dashboard has the id \S+ and the secret \S+ \(shown once\)$/m,
    );
    expect(first.stdout).toMatch(/^ {2}Form listens at http:\/\/shown\.test\/listener\/\w{32}\/\w{32}$/m);
    const second = await hark('apply', '-f', file);
    expect(second.stdout).not.toContain('shown once');
    expect(second.stdout).toContain('Form listens at');
  });
});

describe('hark apply, for apps', () => {
  const apply = (client: object) =>
    hark(
      'apply',
      '--json',
      '-f',
      fileWith({ workspaces: [{ base_url: 'http://127.0.0.1:8080', oauth_clients: [client] }] }),
    );

  test('prints the ID and secret once, and exits 2 if the file changes the scope of an existing app', async () => {
    const client = {
      name: 'Dashboard',
      scope: 'mcp',
      redirect_uris: ['https://a.test/cb'],
      confidential: true,
    };
    const made = JSON.parse((await apply(client)).stdout).workspaces[0].oauth_clients[0];
    expect(made).toMatchObject({ name: 'Dashboard', scope: 'mcp', confidential: true, active: true });
    expect([made.client_id, made.client_secret]).toEqual([expect.any(String), expect.any(String)]);
    const again = JSON.parse((await apply(client)).stdout).workspaces[0].oauth_clients[0];
    expect([again.client_id, again.client_secret]).toEqual([made.client_id, undefined]);
    const { code, stderr } = await apply({ ...client, scope: 'api' });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('workspaces[0].oauth_clients[0]: "Dashboard" has the scope mcp'),
    ]);
    await apply({ name: 'Dashboard', state: 'absent' });
  });
});

describe('hark grants', () => {
  const at = ['--workspace', 'http://localhost:8080'];
  test('lists active grants, and rejects revoking an unknown grant', async () => {
    const { code, stdout } = await hark('grants', 'list', ...at, '--user', 'calm@globex.test', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { grants: [] }]);
    expect((await hark('grants', 'list', ...at)).stdout).toBe(
      'No active grants. An app gets a grant when a user authorizes it.\n',
    );
    const refused = await hark('grants', 'revoke', '1', ...at);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      "hark: This grant doesn't exist, or it has already been revoked.\n",
    ]);
    expect((await hark('grants', 'revoke', 'x', ...at)).code).toBe(2);
  });
});

describe('hark audit', () => {
  test('shows entries as text and as JSON, newest first', async () => {
    const people = await hark('audit', '--workspace', 'http://localhost:8080', '--limit', '1');
    expect(people.stdout).toMatch(/^#\d+ \S+ the operator \(apply, \S+@\S+\) created api_key Cal Calm\n {2}/);
    const programs = await hark('audit', '--workspace', 'http://localhost:8080', '--json');
    const { entries } = JSON.parse(programs.stdout);
    expect(entries[1]).toMatchObject({ action: 'created', subject: { type: 'user', name: 'Cal Calm' } });
    expect(entries.at(-1).subject.type).toBe('workspace');
  });

  test.each([
    [
      'an unknown workspace',
      ['--workspace', 'http://nobody.test'],
      'There is no workspace at http://nobody.test.',
    ],
    [
      'an invalid limit',
      ['--workspace', 'http://localhost:8080', '--limit', 'x'],
      '--limit must be a whole number from 1 to 1000.',
    ],
    ['no workspace of several', [], 'There are several workspaces, such as http://'],
  ])('%s exits 2 and explains what is wrong', async (_, args, message) => {
    expect(await hark('audit', ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('hark agent-calls', () => {
  const workspace = ['--workspace', 'http://localhost:8080'];

  test('shows the calls that agents made, as text and as JSON', async () => {
    expect((await hark('agent-calls', ...workspace)).stdout).toBe('No agent calls found.\n');
    await asAdministrator(async (client) => {
      await client.query(`
        insert into agent_calls (workspace_id, at, user_id, user_name, client_type, client_id, client_name, tool, arguments,
                                 lead_ids, outcome, result_bytes, duration_ms)
        select id, '2026-11-15T09:00:00Z', 1, 'Ann', 'api_client', 2, 'Assistant', 'get_lead', '{"id":7}', '{7}', 'ok', 512, 9
        from workspaces where host = 'localhost:8080'`);
    }, addressOf(database));
    const { stdout } = await hark('agent-calls', ...workspace);
    expect(stdout).toMatch(
      /^#\d+ 2026-11-15T09:00:00.000Z Ann \(api_client Assistant\) get_lead: ok, 512 bytes, 9 ms\n {2}\{"id":7\}\n$/,
    );
    const { calls } = JSON.parse((await hark('agent-calls', ...workspace, '--json')).stdout);
    expect(calls).toMatchObject([{ arguments: { id: 7 }, leads: [7], result_bytes: 512, outcome: 'ok' }]);
  });

  test('`hark apply` rejects an unknown tool name in agent_tools_off', async () => {
    const settings = { agent_tools_off: ['drop_tables'] };
    const file = fileWith({ workspaces: [{ base_url: 'http://localhost:8080', settings }] });
    const { code, stderr } = await hark('apply', '-f', file, '--json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('agent_tools_off')]);
  });
});

describe('hark erase', () => {
  const workspace = ['--workspace', 'http://erase.test'];
  const erase = (...args: string[]) => hark('erase', ...workspace, ...args);
  beforeAll(async () => {
    const leads = [{ email: 'Lea@person.test', first_name: 'Lea' }, { email: 'other@person.test' }];
    await hark('apply', '-f', fileWith({ workspaces: [{ base_url: 'http://erase.test', leads }] }));
  });

  test('without --yes, shows what it would erase, exits 3 and erases nothing', async () => {
    const { code, stdout } = await erase('--email', 'lea@person.test');
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^Would remove lead \d+ \(live\) with history 1, events 1, webhook_deliveries 0, answers 0, agent_calls 0, proposals 0\nNothing was removed\. Add --yes to remove this data\.\n$/,
    );
    const again = JSON.parse((await erase('--email', 'lea@person.test', '--json')).stdout);
    expect(again).toEqual({
      erased: false,
      leads: [
        {
          id: expect.any(Number),
          state: 'live',
          removed: { history: 1, events: 1, webhook_deliveries: 0, answers: 0, agent_calls: 0, proposals: 0 },
        },
      ],
      runs: 0,
      files: 0,
      views: 0,
      calls: 0,
      proposals: 0,
    });
  });

  test('with --yes, erases the person, and reports if there is nothing to erase', async () => {
    const { code, stdout } = await erase('--email', 'lea@person.test', '--yes');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Removed lead \d+ \(live\)/),
    });
    const nobody = {
      code: 0,
      stdout: 'Nothing found: no lead, active or deleted, and no run matches.\n',
      stderr: '',
    };
    expect(await erase('--email', 'lea@person.test', '--yes')).toEqual(nobody);
    const { stdout: audit } = await hark('audit', ...workspace, '--limit', '1');
    expect(audit).toMatch(
      /^#\d+ \S+ the operator \(command erase, \S+@\S+\) erased lead Lead \d+\n {2}state: "live"\n/,
    );
    expect(audit).not.toContain('person.test');
  });

  test.each([
    ['a call that names no person', [], 'Specify the person with --lead ID or --email ADDRESS.'],
    ['a call that names a person in two ways', ['--lead', '1', '--email', 'a@b.test'], 'cannot be used with'],
    ['a call with an invalid ID', ['--lead', 'x'], '--lead must be a whole number.'],
  ])('%s exits 2', async (_, args, message) => {
    expect(await erase(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('hark doctor --recount', () => {
  const recount = async (...args: string[]) => {
    const { stdout } = await hark('doctor', '--recount', '--json', ...args);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; says: string }[] };
    return findings.filter(({ check }) => check.startsWith('counts'));
  };

  test('reports in one line that all counts are right, or names each workspace that has a wrong count', async () => {
    const [right] = await recount();
    expect(right).toEqual({
      check: 'counts',
      ok: true,
      says: expect.stringMatching(/^correct in 5 workspace/),
    });
    await asAdministrator(
      (client) =>
        client.query(`insert into lead_count_deltas
          select id, 0, 0, 1 from workspaces where base_url = 'http://erase.test'`),
      addressOf(database),
    );
    expect(await recount()).toEqual([
      {
        check: 'counts of http://erase.test',
        ok: false,
        says: expect.stringContaining(
          'workspace 0 has 1 leads, but the stored count is 2 (3 wrong counts in all).',
        ),
      },
      { check: 'counts', ok: true, says: 'correct in 4 workspace(s) with 0 lead(s)' },
    ]);
    expect(await recount('--workspace', 'http://new.test')).toMatchObject([{ ok: true }]);
    expect(await recount('--workspace', 'http://nobody.test')).toMatchObject([
      { ok: false, says: 'There is no workspace at http://nobody.test.' },
    ]);
  });

  test('--workspace without --recount exits 2', async () => {
    expect(await hark('doctor', '--workspace', 'http://new.test')).toMatchObject({ code: 2 });
  });
});

describe('hark agents doctor', () => {
  const doctor = (...args: string[]) => hark('agents', 'doctor', ...args);

  test('exits 1 if the server does not respond, and explains at each step what to do', async () => {
    const { code, stdout, stderr } = await doctor('--workspace', 'http://erase.test', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const says = expect.stringMatching(
      /^http:\/\/erase\.test doesn't respond to requests from Hark's own machine \(host name not found\)\. Start `hark up`/,
    );
    expect(JSON.parse(stdout).findings).toEqual(
      ['agent server', 'challenge', 'resource document', 'authorization server'].map((check) => ({
        check,
        ok: false,
        says,
      })),
    );
  });

  test('exits 2 if the workspace does not exist or no token can be read from the file', async () => {
    expect(await doctor('--workspace', 'http://nowhere.test')).toMatchObject({ code: 2 });
    for (const file of ['/nowhere/token', fileWith(''), fileWith('two tokens')]) {
      const { code, stderr } = await doctor('--workspace', 'http://erase.test', '--token-file', file);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--token-file: ')]);
      expect(stderr).not.toContain('two tokens');
    }
  });
});

/** Runs a command that only prints help or an error in this process, which takes a fraction of the time. */
async function runHere(...args: string[]) {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    }),
  );
  const { argv } = process;
  process.argv = [process.execPath, launcher, ...args];
  try {
    return { code: await runProgram(), ...printed };
  } finally {
    process.argv = argv;
    for (const spy of spies) spy.mockRestore();
  }
}

describe('hark', () => {
  test('has help for every command, with a sentence for each option', async () => {
    const overview = await hark('--help');
    expect(overview.code).toBe(0);
    for (const command of ['up', 'serve', 'work', 'migrate', 'apply', 'erase', 'audit', 'agents', 'doctor']) {
      expect(overview.stdout).toMatch(new RegExp(`^  ${command} .*[a-z]`, 'm'));
      const help = await runHere(command, '--help');
      expect(help).toMatchObject({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/^Usage: hark .*\n\n[A-Z]/),
      });
    }
  });

  test('exits 2 for an unknown command, suggests a similar one and points to the help', async () => {
    expect(await runHere('aply')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unknown command 'aply'\n\(Did you mean apply\?\)[\s\S]*--help/),
    });
  });

  test('suggests no command that is only slightly similar', async () => {
    const { code, stderr } = await runHere('bogus');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: unknown command 'bogus'\n\(run 'hark --help'/);
  });

  test('lists the commands under headings', async () => {
    const { stdout } = await runHere('--help');
    const headings = stdout.match(/^\S.*:$/gm);
    expect(headings?.slice(0, 3)).toEqual(['Options:', 'Run Hark:', 'Configure workspaces:']);
    expect(stdout).toMatch(/^Runs and requests:\n {2}runs /m);
  });

  test('has a `list` with --json and an example for every noun', async () => {
    const overview = (await runHere('--help')).stdout.replace(/^Help:[\s\S]*/m, '');
    const names = [...overview.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name = '']) => name);
    const nouns: string[] = [];
    for (const name of names) {
      const { stdout } = await runHere(name, '--help');
      if (/^Commands:$/m.test(stdout)) nouns.push(name);
    }
    expect(nouns).toEqual(expect.arrayContaining(['workspace', 'workflow', 'user', 'run', 'cells']));
    for (const noun of nouns) {
      const list = [noun === 'run' ? 'runs' : noun, 'list'];
      const { code, stdout } = await runHere(...list, '--help');
      expect([noun, code, stdout], noun).toEqual([
        noun,
        0,
        expect.stringMatching(
          new RegExp(`^Usage: hark ${list.join(' ')}[\\s\\S]*--json[\\s\\S]*hark ${list.join(' ')}`),
        ),
      ]);
    }
  });

  test('shows the same help after `help` as with --help', async () => {
    expect(await runHere('help', 'pull')).toEqual(await runHere('pull', '--help'));
  });

  test('exits 2 for an invalid configuration before it does anything', async () => {
    const { code, stderr } = await runHark(['audit', '--workspace', 'http://x'], {
      ...env,
      PORT: 'many',
      LOG_LEVEL: 'loud',
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/PORT: [\s\S]*LOG_LEVEL: /);
  });

  test('explains in every command how to set a missing installation key', async () => {
    const { code, stdout, stderr } = await runHark(['doctor'], {
      DATABASE_URL: env.DATABASE_URL,
      HARK_DATA_DIR: folder,
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain(
      `ok   database: PostgreSQL responds, and Hark can use the database "${database}" at `,
    );
    expect(stdout).toContain(
      `FAIL installation: There is no installation key in ${folder} for the database "${database}" at `,
    );
  });
});

describe('the lists of a workspace', () => {
  const base_url = 'http://lists.test';
  const owner = 'lia@lists.test';
  const list = async (noun: string) => {
    const { code, stdout, stderr } = await hark(noun, 'list', '--workspace', base_url, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  beforeAll(async () => {
    const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
    const item = {
      base_url,
      users: [{ email: owner, name: 'Lia', role: 'Administrator', password: 'a password of 22 chars' }],
      api_clients: ['mcp', 'api'].map((scope) => ({ user: owner, name: `Client ${scope}`, scope })),
      workflows: [{ name: 'Form', owner, steps }],
    };
    await hark('apply', '-f', fileWith({ workspaces: [item] }));
  });

  test('workflow list shows name, state, version and owner', async () => {
    expect(await list('workflow')).toMatchObject({
      total: 1,
      workflows: [{ name: 'Form', owner: { name: 'Lia' }, enabled: true, version: 1 }],
    });
    const { stdout } = await hark('workflow', 'list', '--workspace', base_url);
    expect(stdout).toMatch(/^1 workflow\n#\d+ {2}Form {2}enabled, version 1, owned by Lia\n$/);
  });

  test('requests lists the rejected requests of all workflows, or of one', async () => {
    const requests = (...args: string[]) => hark('requests', '--workspace', base_url, ...args);
    expect((await requests()).stdout).toMatch(
      /^No recently rejected requests\. .* a second or two later\.\n$/,
    );
    await asAdministrator(
      (client) =>
        client.query(`
          insert into refused_requests (workspace_id, listener_id, at, method, reason, address, header_names, status)
          select l.workspace_id, l.id, '2026-11-15T09:00:00Z', 'POST', 'missing', '192.0.2.1', '{host,accept}', 403
          from listeners l join workspaces w on w.id = l.workspace_id where w.base_url = '${base_url}'`),
      addressOf(database),
    );
    const line = 'POST  missing  192.0.2.1  host accept\n';
    expect((await requests()).stdout).toBe(`2026-11-15T09:00:00.000Z  Form  ${line}`);
    expect((await requests('--workflow', 'Form')).stdout).toBe(`2026-11-15T09:00:00.000Z  ${line}`);
    expect(JSON.parse((await requests('--json')).stdout).requests).toMatchObject([
      { workflow: 'Form', reason: 'missing' },
    ]);
  });

  test('user list shows role and state', async () => {
    expect(await list('user')).toMatchObject({
      total: 1,
      users: [{ email: owner, role: { name: 'Administrator' }, active: true }],
    });
    const { stdout } = await hark('user', 'list', '--workspace', base_url);
    expect(stdout).toMatch(/^1 user\n#\d+ {2}lia@lists\.test {2}Lia {2}Administrator, never seen\n$/);
  });

  test('agents list shows credentials for agents only', async () => {
    expect((await list('agents')).agents).toMatchObject([
      { type: 'api_client', name: 'Client mcp', user: owner },
    ]);
  });

  test('sso list shows that no workspace has a provider', async () => {
    expect(await hark('sso', 'list')).toMatchObject({
      code: 0,
      stdout: 'No workspace has single sign-on.\n',
    });
  });
});

describe('hark user', () => {
  const workspace = ['--workspace', 'http://127.0.0.1:8080'];

  test('invite creates a user and prints a one-time link, and reset prints a new link', async () => {
    const invited = ['--email', 'nina@acme.test', '--name', 'Nina New', '--role', 'Sales'];
    const { code, stdout, stderr } = await hark('user', 'invite', ...workspace, ...invited);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Send this link to Nina New\. It works once and expires at 2\S+Z:\n/);
    expect(stdout).toMatch(/\nhttp:\/\/127\.0\.0\.1:8080\/set-password\?link=hark_link_\S+\n$/);
    const reset = await hark('user', 'reset', ...workspace, '--email', 'NINA@acme.test', '--json');
    expect(JSON.parse(reset.stdout)).toMatchObject({
      user: { name: 'Nina New', email: 'nina@acme.test' },
      url: expect.stringContaining('/set-password?link=hark_link_'),
    });
  });

  test.each([
    [['invite', '--email', 'nonsense', '--name', 'X', '--role', 'Sales'], "isn't a valid email address"],
    [['invite', '--email', 'x@acme.test', '--name', 'X', '--role', 'None'], 'There is no role "None"'],
    [['invite', '--email', 'x@acme.test'], 'A new user needs a name'],
    [['reset', '--email', 'x@acme.test'], 'There is no active user x@acme.test'],
    [['reset'], "required option '--email"],
    [['nonsense'], 'unknown command'],
  ])('%j exits 2 and explains why', async (args, says) => {
    const before = await countAudit();
    const { code, stdout, stderr } = await hark('user', ...args, ...(args.length > 1 ? workspace : []));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(await countAudit()).toBe(before);
  });

  test('`hark set-up` prints no link if there already is an administrator', async () => {
    const { code, stderr } = await hark('set-up');
    expect(code).toBe(2);
    expect(stderr).toContain('There is already an administrator');
  });
});
