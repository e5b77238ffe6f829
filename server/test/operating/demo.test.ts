// `hark demo` (docs/design/provisioning.md, docs/quickstart.md) against the whole product: creating the demo, running
// it twice, interrupting it, running it next to another workspace, and removing it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kill } from '../engine/kill.ts';
import { Browser } from '../harness/console/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { beginHark } from '../harness/hark-process.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';

const workflows = ['Demo: partner orders', 'Demo: price in the browser', 'Demo: website form'] as const;
const [partner, quote, form] = workflows;

const stop = { name: 'end', type: 'stop', as: 'succeeded' };

/** Every run that the demo leaves behind, by workflow and status. Two of the order runs are a failed run and its retry. */
const played = [
  { name: partner, status: 'cancelled', runs: 1 },
  { name: partner, status: 'failed', runs: 2 },
  { name: partner, status: 'succeeded', runs: 2 },
  { name: partner, status: 'waiting', runs: 1 },
  { name: quote, status: 'succeeded', runs: 1 },
  { name: form, status: 'succeeded', runs: 4 },
];

let hark: WholeHark;
/** The demo's URL. Another workspace uses the machine's other host name. */
let address: string;
let foreignListener: string;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_demo`);
  address = hark.url.replace('127.0.0.1', 'localhost');
  const listeners = await hark.apply({ workflows: [{ name: 'own', steps: [stop] }] });
  foreignListener = listeners.own ?? '';
});
afterAll(() => hark?.remove(), 60_000);

// The demo finds the running Hark, and the name of this machine that no workspace uses.
const demo = (...more: string[]) => hark.command('demo', ...more);
const begin = (...more: string[]) => beginHark(['demo', ...more], hark.env);
const countRuns = async () =>
  (await hark.query<{ count: number }>('select count(*)::int from runs'))[0]?.count ?? 0;
const runs = () =>
  hark.query<{ name: string; status: string; runs: number }>(
    `select w.name, r.status, count(*)::int as runs from runs r
     join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
     group by 1, 2 order by 1, 2`,
  );
/** Returns everything that a second call might change, except for requests that are rejected again each time. */
const everything = async () => ({
  runs: await runs(),
  audit: await hark.query('select count(*)::int from audit_entries'),
  history: await hark.query('select count(*)::int from lead_history'),
});
const passwordsIn = (text: string) =>
  new Map(
    [...text.matchAll(/^(\S+) signs in at \S+ with the password (\S+) \(shown once\)$/gm)].map(
      ([, email = '', password = '']) => [email, password],
    ),
  );
const reasonsOf = async (workflow: string) => {
  const { stdout } = await hark.command('requests', '--workspace', address, '--workflow', workflow, '--json');
  return new Set((JSON.parse(stdout).requests as { reason: string }[]).map(({ reason }) => reason));
};

test('creates nothing if no server is running', async () => {
  expect(await hark.command('demo', '--base-url', 'http://127.0.0.1:1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Hark isn't ready at http://127.0.0.1:1."),
  });
  expect(await hark.query("select from workspaces where name = 'Demo'")).toEqual([]);
});

let passwords: ReadonlyMap<string, string>;

test('resumes where it stopped after being killed, and creates nothing twice', async () => {
  // The first call has no worker, so the demo's first run doesn't start.
  const { work } = hark.children();
  kill(work, 'SIGSTOP');
  const first = begin();
  await eventually(async () => (await countRuns()) === 1);
  kill(first.process.pid);
  passwords = passwordsIn((await first.ended).stdout);
  kill(work, 'SIGCONT');
  for (const least of [4, 7]) {
    const next = begin();
    await eventually(async () => (await countRuns()) >= least);
    kill(next.process.pid);
    await next.ended;
  }
  const last = await demo();
  expect(last).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The demo is ready at ${address}.`),
  });
  // The output explains what to do if the passwords were lost.
  expect(passwordsIn(last.stdout).size).toBe(0);
  expect(last.stdout).toContain(`hark user reset --workspace ${address} --email ann@demo.example`);
  await eventually(async () => expect(await runs()).toEqual(played));
});

test('creates users who can sign in, leads with owners, and three workflows with listeners', async () => {
  expect([...passwords.keys()]).toEqual(['ann@demo.example', 'ben@demo.example']);
  const { host, port } = new URL(address);
  for (const [email, password] of passwords) {
    const browser = new Browser(Number(port), host);
    const page = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
    expect(page.status, email).toBe(303);
    expect((await browser.get('/console/session')).status, email).toBe(200);
  }
  expect(
    await hark.query(
      `select l.first_name_key as lead, u.name as owner from leads l
       join users u on u.workspace_id = l.workspace_id and u.id = l.owner_id order by 1`,
    ),
  ).toEqual(
    [
      ['hana', 'Ben Demo'],
      ['ines', 'Ben Demo'],
      ['jon', 'Ann Demo'],
      ['lea', 'Ann Demo'],
      ['milo', 'Ben Demo'],
      ['noa', 'Ann Demo'],
      ['omar', 'Ben Demo'],
      ['pia', 'Ann Demo'],
      ['rosa', 'Ann Demo'],
      ['uma', 'Ann Demo'],
    ].map(([lead, owner]) => ({ lead, owner })),
  );
  expect(
    await hark.query(
      `select w.name, l.add_authentication, l.allow_cors, l.respond_with from workflows w
       join listeners l on l.workspace_id = w.workspace_id and l.workflow_id = w.id where w.name <> 'own' order by 1`,
    ),
  ).toEqual([
    { name: partner, add_authentication: true, allow_cors: false, respond_with: 'receipt' },
    { name: quote, add_authentication: false, allow_cors: true, respond_with: 'workflow' },
    { name: form, add_authentication: false, allow_cors: true, respond_with: 'receipt' },
  ]);
});

test('creates runs of every kind: one waits for a month, one was retried, and requests were rejected for two reasons', async () => {
  const [waiting] = await hark.query<{ days: number }>(
    `select extract(epoch from due_at - accepted_at)::float / 86400 as days from runs where status = 'waiting'`,
  );
  expect(waiting?.days).toBeCloseTo(30, 1);
  // The retry runs in the background, and rejected requests are stored after their response.
  await eventually(async () => {
    expect(
      await hark.query(
        `select old.status, old.error, new.status as retried from runs old
         join runs new on new.workspace_id = old.workspace_id and new.id = old.retried_as and new.retry_of = old.id`,
      ),
    ).toEqual([{ status: 'failed', error: 'No lead has this email address.', retried: 'succeeded' }]);
    expect(await reasonsOf(partner)).toEqual(new Set(['missing_token']));
    expect(await reasonsOf(form)).toEqual(new Set(['origin_not_allowed']));
  });
});

test('changes nothing on a second call', async () => {
  const before = await everything();
  expect(await demo()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The demo already exists at ${address}.`),
  });
  expect(await everything()).toEqual(before);
});

test('reverts changes to the demo on the next call, and keeps data that a user added', async () => {
  const owner = 'ann@demo.example';
  const file = join(hark.env.HARK_DATA_DIR ?? '', 'changed.json');
  const steps = [stop];
  const changed = {
    base_url: address,
    workflows: [
      { name: form, owner, enabled: false, steps },
      { name: 'Mine', owner, steps },
    ],
  };
  writeFileSync(file, JSON.stringify({ workspaces: [changed] }));
  expect(await hark.command('apply', '-f', file)).toMatchObject({ code: 0 });
  const versions = () =>
    hark.query(
      `select w.name, w.enabled, jsonb_path_query_array(v.steps::jsonb, '$[*].name') as steps from workflows w
       join workflow_versions v on v.workspace_id = w.workspace_id and v.workflow_id = w.id and v.number = w.published_version
       where w.name in ($1, 'Mine') order by 1`,
      [form],
    );
  const mine = { name: 'Mine', enabled: true, steps: ['end'] };
  expect(await versions()).toEqual([{ name: form, enabled: false, steps: ['end'] }, mine]);
  expect((await demo()).code).toBe(0);
  expect(await versions()).toEqual([{ name: form, enabled: true, steps: ['save_lead'] }, mine]);
});

test('leaves other workspaces alone', async () => {
  const before = await everything();
  expect(await hark.command('demo', '--base-url', hark.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("wasn't created for sample data, so nothing was changed"),
  });
  expect(await everything()).toEqual(before);
});

test('with --keep-going, sends requests until Ctrl-C, including requests that are rejected', async () => {
  const before = await countRuns();
  const going = begin('--keep-going', '--per-minute', '1200');
  await eventually(async () => (await countRuns()) > before + 12);
  kill(going.process.pid, 'SIGINT');
  expect(await going.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Sending 1200 requests per minute. Press Ctrl-C to stop.'),
  });
});

test('deletes the whole demo and nothing else when removed, and creates it again on the next call', async () => {
  const [{ id } = { id: 0 }] = await hark.query<{ id: number }>(
    `select id from workspaces where name = 'Demo'`,
  );
  const removed = await hark.command('workspace', 'delete', address, '--yes', 'Demo');
  expect(removed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Deleted Demo \(\d+ rows\)\.\n$/),
  });
  for (const table of [
    'workspaces',
    'users',
    'leads',
    'lead_history',
    'workflows',
    'listeners',
    'runs',
    'run_steps',
  ]) {
    const key = table === 'workspaces' ? 'id' : 'workspace_id';
    expect(await hark.query(`select from ${table} where ${key} = $1`, [id]), table).toEqual([]);
  }
  const { stdout } = await hark.command('workspace', 'list', '--json');
  expect(JSON.parse(stdout).workspaces).toMatchObject([{ name: '127.0.0.1' }]);
  expect((await deliver(foreignListener, {})).status).toBe(200);

  const again = await demo();
  expect(again.stdout.replaceAll(/(?<=password )\S+/g, '…')).toBe(
    `ann@demo.example signs in at ${address} with the password … (shown once)
ben@demo.example signs in at ${address} with the password … (shown once)
The demo is ready at ${address}.
`,
  );
  await eventually(async () => expect((await runs()).filter(({ name }) => name !== 'own')).toEqual(played));
}, 60_000);
