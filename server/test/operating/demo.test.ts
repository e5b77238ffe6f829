// `hark demo` (docs/design/provisioning.md, docs/quickstart.md) against the whole product: what it creates, run twice, interrupted,
// next to another workspace, and removed.
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

/** Every run that the play leaves behind, by workflow and status: two of the orders are one that was tried again. */
const played = [
  { name: partner, status: 'cancelled', runs: 1 },
  { name: partner, status: 'failed', runs: 2 },
  { name: partner, status: 'succeeded', runs: 2 },
  { name: partner, status: 'waiting', runs: 1 },
  { name: quote, status: 'succeeded', runs: 1 },
  { name: form, status: 'succeeded', runs: 4 },
];

let hark: WholeHark;
/** Where the demonstration is to be; at the other name of the machine there is somebody else's workspace. */
let address: string;
let foreignListener: string;
beforeAll(async () => {
  hark = await startWholeHark(`hark_test_${process.pid}_demo`);
  address = hark.url.replace('127.0.0.1', 'localhost');
  const listeners = await hark.apply({ workflows: [{ name: 'own', steps: [stop] }] });
  foreignListener = listeners.own ?? '';
}, 90_000);
afterAll(() => hark?.remove(), 60_000);

const demo = (...more: string[]) => hark.command('demo', '--base-url', address, ...more);
const begin = (...more: string[]) => beginHark(['demo', '--base-url', address, ...more], hark.env);
const countRuns = async () =>
  (await hark.query<{ count: number }>('select count(*)::int from runs'))[0]?.count ?? 0;
const runs = () =>
  hark.query<{ name: string; status: string; runs: number }>(
    `select w.name, r.status, count(*)::int as runs from runs r
     join workflows w on w.workspace_id = r.workspace_id and w.id = r.workflow_id
     group by 1, 2 order by 1, 2`,
  );
/** Everything that a second call might change, but for what is refused again each time. */
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

test('nothing is made where nothing runs', async () => {
  expect(await hark.command('demo', '--base-url', 'http://127.0.0.1:1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing is ready at http://127.0.0.1:1.'),
  });
  expect(await hark.query("select from workspaces where name = 'Demo'")).toEqual([]);
});

let passwords: ReadonlyMap<string, string>;

test('killed again and again on its way, it goes on where it was and nothing is there twice', async () => {
  // The first time before anything is done of what it sent: without a worker its first run stays where it is.
  const { work } = hark.children();
  kill(work, 'SIGSTOP');
  const first = begin();
  await eventually(async () => (await countRuns()) === 1, 30_000);
  kill(first.process.pid);
  passwords = passwordsIn((await first.ended).stdout);
  kill(work, 'SIGCONT');
  for (const least of [4, 7]) {
    const next = begin();
    await eventually(async () => (await countRuns()) >= least, 30_000);
    kill(next.process.pid);
    await next.ended;
  }
  const last = await demo();
  expect(last).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The demo is ready at ${address}.`),
  });
  // Whoever lost the passwords is told what to do.
  expect(passwordsIn(last.stdout).size).toBe(0);
  expect(last.stdout).toContain(`hark user reset --workspace ${address} --email ann@demo.example`);
  await eventually(async () => expect(await runs()).toEqual(played));
}, 120_000);

test('there are people who sign in, leads with their owners, and three workflows with listeners', async () => {
  expect([...passwords.keys()]).toEqual(['ann@demo.example', 'ben@demo.example']);
  const { host, port } = new URL(address);
  for (const [email, password] of passwords) {
    const browser = new Browser(Number(port), host);
    const page = await browser.submit(await browser.get('/sign-in'), '/sign-in', { email, password });
    expect(page.status, email).toBe(303);
    expect((await browser.get('/account')).status, email).toBe(200);
  }
  expect(
    await hark.query(
      `select l.first_name_key as lead, u.name as owner from leads l
       join users u on u.workspace_id = l.workspace_id and u.id = l.owner_id order by 1`,
    ),
  ).toEqual(
    [
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

test('its runs are of every kind: one waits for a month, one was tried again, and requests were refused for two reasons', async () => {
  const [waiting] = await hark.query<{ days: number }>(
    `select extract(epoch from due_at - accepted_at)::float / 86400 as days from runs where status = 'waiting'`,
  );
  expect(waiting?.days).toBeCloseTo(30, 1);
  // What was tried again goes on by itself, and refused requests are written behind their answers.
  await eventually(async () => {
    expect(
      await hark.query(
        `select old.status, old.error, new.status as retried from runs old
         join runs new on new.workspace_id = old.workspace_id and new.id = old.retried_as and new.retry_of = old.id`,
      ),
    ).toEqual([{ status: 'failed', error: 'Nobody here has that address.', retried: 'succeeded' }]);
    expect(await reasonsOf(partner)).toEqual(new Set(['missing_token']));
    expect(await reasonsOf(form)).toEqual(new Set(['origin_not_allowed']));
  });
});

test('a second call changes nothing', async () => {
  const before = await everything();
  expect(await demo()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The demo was there already, at ${address}.`),
  });
  expect(await everything()).toEqual(before);
});

test('what somebody has changed about it is as before after the next call, and what he added stays', async () => {
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
  expect(await versions()).toEqual([{ name: form, enabled: true, steps: ['save'] }, mine]);
});

test("somebody else's workspace is left alone", async () => {
  const before = await everything();
  expect(await hark.command('demo', '--base-url', hark.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not the demonstration's, so it is left alone"),
  });
  expect(await everything()).toEqual(before);
});

test('with --keep-going it sends requests until Ctrl-C, refused ones too', async () => {
  const before = await countRuns();
  const going = begin('--keep-going', '--per-minute', '1200');
  await eventually(async () => (await countRuns()) > before + 12, 30_000);
  kill(going.process.pid, 'SIGINT');
  expect(await going.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('It gets 1200 requests a minute. End this with Ctrl-C.'),
  });
});

test('taken away it is gone as a whole, and its neighbour stays; called again, it is made anew', async () => {
  const [{ id } = { id: 0 }] = await hark.query<{ id: number }>(
    `select id from workspaces where name = 'Demo'`,
  );
  const removed = await hark.command('workspace', 'delete', address, '--yes', 'Demo');
  expect(removed).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Demo is gone: \d+ rows were removed\.\n$/),
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
