// Tests the package as users get it: packed, installed without network access, compiled in strict mode, and run with
// every example.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWholeHark, type WholeHark } from '../harness/whole-hark.ts';
import { makeFreshProject } from './fresh-project.ts';

let project: Awaited<ReturnType<typeof makeFreshProject>>;
let hark: WholeHark;
let env: Record<string, string>;

const listener = {
  add_authentication: true,
  endpoint_key: 'partner',
  endpoint_secret: 'a secret of the two of us',
};
const administrator = 'ann@acme.test';

const mistakes = `import { Hark } from '@harkhq/client';
const hark = new Hark<{ shoe_size: number | null }>({ baseUrl: 'https://a.test', apiKey: 'k' });
await hark.leads.create({ shoe_size: 38, email: 'a@b.test' });
await hark.leads.create({ shoe_size: '38' }); // !
await hark.leads.create({ shoesize: 38 }); // !
await hark.leads.create({ id: 38 }); // !
await hark.leads.search({ filters: [{ alias: 'shoe', operator: 'eq', value: 1 }] }); // !
await hark.leads.search({ filters: [{ alias: 'shoe_size', operator: 'is', value: 1 }] }); // !
await hark.leads.search({ filter: [] }); // !
await hark.leads.list({ orderBy: '-shoe_size' });
await hark.leads.list({ orderBy: '-shoe' }); // !
new Hark({ baseUrl: 'https://a.test', apiKey: 'k', token: 't' }); // !
new Hark({ baseUrl: 'https://a.test' }); // !
new Hark<{ shoe_size: Date }>({ baseUrl: 'https://a.test', apiKey: 'k' }); // !
const total: string = (await hark.leads.list()).total; // !
const lead = await hark.leads.get(1);
const size: string | null = lead.shoe_size; // !
await hark.leads.update(lead.id, lead);
lead.email.trim(); // !
`;

beforeAll(async () => {
  project = await makeFreshProject();
  hark = await startWholeHark(`hark_client_${process.pid}`);
  const file = join(project.folder, 'workspace.json');
  const fields = { first_name: '{{ __data.__headers.__jwt_data[0].shop }}' };
  const workspace = {
    name: 'Acme',
    base_url: hark.url,
    roles: [{ name: 'Administrator', is_admin: true }],
    users: [
      { email: administrator, name: 'Ann', role: 'Administrator' },
      { email: 'sam@acme.test', name: 'Sam', role: 'Administrator', api_key: 'k'.repeat(40) },
    ],
    lead_fields: [{ alias: 'newsletter', label: 'Newsletter', type: 'boolean' }],
    api_clients: [{ user: administrator, name: 'Examples', scope: 'api' }],
    workflows: [
      {
        name: 'Order',
        owner: administrator,
        listener,
        steps: [{ name: 'save', type: 'lead.upsert', match: { email: '{{ __data.email }}' }, fields }],
      },
    ],
  };
  writeFileSync(file, JSON.stringify({ workspaces: [workspace] }));
  const { code, stdout, stderr } = await hark.command('apply', '-f', file, '--json');
  if (code !== 0) throw new Error(stderr);
  const [applied] = JSON.parse(stdout).workspaces;
  env = {
    HARK_URL: hark.url,
    HARK_TOKEN: applied.api_clients[0].token,
    HARK_API_KEY: 'k'.repeat(40),
    LISTENER_URL: applied.workflows[0].listener.url,
    LISTENER_KEY: listener.endpoint_key,
    LISTENER_SECRET: listener.endpoint_secret,
  };
});
afterAll(async () => {
  project?.remove();
  await hark?.remove();
});

test('the package contains only the code, its types, the license and the README', async () => {
  const { stdout } = await project.run('tar', ['-tzf', project.tarball]);
  const files = stdout.trim().split('\n').sort();
  const sources = readdirSync('client/src', { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace(/\.ts$/, ''));
  expect(files).toEqual(
    [
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
      ...sources.flatMap((name) => [`package/dist/${name}.js`, `package/dist/${name}.d.ts`]),
    ].sort(),
  );
  const installed = join(project.folder, 'node_modules/@harkhq/client');
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('private');
  expect(manifest.exports['.']).toEqual({ types: './dist/index.d.ts', default: './dist/index.js' });
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
  // Only the packed file is published; the folder itself is not a package.
  expect(JSON.parse(readFileSync('client/package.json', 'utf8')).private).toBe(true);
});

test.each(['nodenext', 'bundler'] as const)(
  "the package's types pass strict compilation under %s for every example, and catch errors",
  async (resolution) => {
    project.write('mistakes.ts', mistakes);
    const said = await project.compile(resolution);
    const found = said.split('\n').filter((line) => /^\S.*error TS/.test(line));
    const lines = found.map((line) => Number(/^mistakes\.ts\((\d+),/.exec(line)?.[1] ?? Number.NaN));
    const wanted = mistakes.split('\n').flatMap((line, at) => (line.endsWith('// !') ? [at + 1] : []));
    expect([...new Set(lines)], said).toEqual(wanted);
  },
  90_000,
);

/** Returns the leads that the examples created, as the API returns them. */
const leads = () =>
  hark
    .query<{ wire: string }>('select wire from leads order by id')
    .then((rows) => rows.map(({ wire }) => wire));

test('every server example does what its description promises', async () => {
  // Compiled by the test above.
  const example = (name: string, more = {}) => project.node(`nodenext/${name}.js`, { ...env, ...more });

  expect(await example('quick-start')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Ann created lead \d+; 1 in Bern, the latest is Lea\.\n$/),
  });
  const refused = await example('quick-start', { HARK_TOKEN: 'hark_nobodys' });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^invalid_token: .+\(request \S+\)\n$/),
  ]);

  expect((await example('upsert-from-form')).stdout.split('\n')).toEqual([
    'Welcome, Mia.',
    'Welcome back, Mia.',
    expect.stringMatching(/^Please check: email/),
    '',
  ]);

  const [first, again] = [await example('partner-webhook'), await example('partner-webhook')];
  expect(first.stdout).toMatch(/^receipt: run [0-9a-f-]{36}\n$/);
  expect(again.stdout).toBe(first.stdout);
  await expect.poll(async () => (await leads()).join(), { timeout: 20_000 }).toContain('noa@example.test');

  const synced = await example('sync-all-leads');
  expect(synced.stderr).toBe('3 leads.\n');
  const names = synced.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).first_name);
  expect(names).toEqual(['Lea', 'Mia', 'Bern']);
  expect((await example('sync-all-leads', { SINCE: '2100-01-01T00:00:00Z' })).stderr).toBe('0 leads.\n');
});

test('every example has a test; the test for the browser example is in server/test/browser/client.test.ts', () => {
  expect(readdirSync('client/examples').sort()).toEqual([
    'browser-call.ts',
    'partner-webhook.ts',
    'quick-start.ts',
    'sync-all-leads.ts',
    'upsert-from-form.ts',
  ]);
});
