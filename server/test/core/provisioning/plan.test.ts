import { describe, expect, test } from 'vitest';
import {
  applyText,
  checkProvisioningFile,
  keptSecret,
  planText,
} from '../../../src/core/provisioning/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveWebhook } from '../../../src/core/webhooks/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import type { UserId, WorkspaceId } from '../../../src/lib/ids.ts';
import { changing } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const actor = { user: null, means: { type: 'apply' }, origin: 'root@test' } as const;
let count = 0;
const newUrl = () => `http://plan${++count}.test`;

const read = (...workspaces: object[]) => checkProvisioningFile(JSON.stringify({ workspaces }));
const apply = (...workspaces: object[]) =>
  applyText(database.current.context, actor, read(...workspaces), {});
const plan = (...workspaces: object[]) => planText(database.current.context, actor, read(...workspaces), {});
const shortOf = ({ changes }: Awaited<ReturnType<typeof plan>>) =>
  changes.map(({ section, item, action }) => `${action} ${section} ${item}`);

const steps = [{ name: 'keep', type: 'set', values: { a: 1 } }];
const full = (base_url: string) => ({
  name: 'Planned',
  base_url,
  settings: { timezone: 'Europe/Berlin' },
  secrets: { partner: 'partner-canary', bound: { value: 'bound-canary', hosts: ['api.example.com'] } },
  roles: [{ name: 'Sales', permissions: { 'leads.view': 'own' } }],
  users: [
    { email: 'Ann@plan.test', name: 'Ann', role: 'Administrator', password: 'ann-canary-password' },
    { email: 'sam@plan.test', name: 'Sam', role: 'Sales', api_key: 'sam-canary-0123456789' },
  ],
  api_clients: [{ user: 'sam@plan.test', name: 'Sync', scope: 'api' }],
  oauth_clients: [{ name: 'App', scope: 'api', redirect_uris: ['https://a.example/b'], confidential: true }],
  lead_fields: [{ alias: 'code', type: 'text', unique: true }],
  leads: [{ email: 'lead@plan.test', city: 'Bern', code: 'A', owner: 'sam@plan.test' }],
  connections: [
    { name: 'Partner', type: 'bearer', origin: 'https://api.example.com', token: 'token-canary' },
  ],
  workflows: [
    {
      name: 'Order',
      owner: 'sam@plan.test',
      listener: { add_authentication: true, signature: { scheme: 'github', secret: 'signature-canary' } },
      triggers: [{ type: 'schedule', cron: '0 9 * * 1' }],
      steps,
    },
  ],
  webhooks: [{ name: 'Hook', url: 'https://hooks.example.com', types: ['lead.created'] }],
});

describe('a plan', () => {
  test('of a new workspace lists what would be created, in the order of apply, and creates nothing (spec/provisioning §7.1, §7.2)', async () => {
    const url = newUrl();
    const planned = await plan(full(url));
    expect(shortOf(planned)).toEqual([
      `create workspace ${url}`,
      'update settings timezone',
      'create secrets partner',
      'create secrets bound',
      'create roles Sales',
      'create users ann@plan.test',
      'create users sam@plan.test',
      'create api_clients Sync of sam@plan.test',
      'create oauth_clients App',
      'create lead_fields code',
      'create leads lead@plan.test',
      'create connections Partner',
      'create workflows Order',
      'create webhooks Hook',
    ]);
    expect(planned.changes.every(({ workspace }) => workspace === url)).toBe(true);
    expect(planned.summary).toEqual({ create: 13, update: 1, delete: 0 });
    expect(JSON.stringify(planned)).not.toContain('canary');
    expect(shortOf(await plan(full(url)))).toEqual(shortOf(planned));
  });

  test('is empty after the same file was applied (spec/provisioning §7.1)', async () => {
    const url = newUrl();
    await apply(full(url));
    expect(await plan(full(url))).toEqual({ changes: [], summary: { create: 0, update: 0, delete: 0 } });
  });

  test('contains the old and new values of what differs, and conceals secrets (spec/provisioning §7.2)', async () => {
    const url = newUrl();
    await apply(full(url));
    const { changes } = await plan({
      base_url: url,
      name: 'Renamed',
      settings: { timezone: 'UTC' },
      secrets: { bound: { hosts: [], value: 'bound-canary' }, partner: 'other-canary' },
      roles: [{ name: 'Sales', permissions: { 'leads.view': 'all' } }],
      users: [
        { email: 'sam@plan.test', role: 'Member', api_key: 'new-canary-0123456789' },
        { email: 'ann@plan.test', password: 'other-canary-password' },
      ],
      leads: [{ email: 'lead@plan.test', city: 'Basel' }],
      connections: [{ name: 'Partner', token: 'other-canary' }],
      workflows: [{ name: 'Order', enabled: false, listener: { endpoint_secret: 'canary' } }],
    });
    const secret = '[secret]';
    expect(changes.map(({ item, fields }) => [item, fields])).toEqual([
      [url, [{ field: 'name', old: 'Planned', new: 'Renamed' }]],
      ['timezone', [{ field: 'value', old: 'Europe/Berlin', new: 'UTC' }]],
      ['bound', [{ field: 'hosts', old: ['api.example.com'], new: [] }]],
      ['partner', [{ field: 'value', old: secret, new: secret }]],
      ['Sales', [{ field: 'permissions.leads.view', old: 'own', new: 'all' }]],
      [
        'sam@plan.test',
        [
          { field: 'role', old: 'Sales', new: 'Member' },
          { field: 'api_key', old: secret, new: secret },
        ],
      ],
      [
        'ann@plan.test',
        [
          { field: 'email', old: 'Ann@plan.test', new: 'ann@plan.test' },
          { field: 'password', old: secret, new: secret },
          { field: 'api_key', old: secret, new: secret },
        ],
      ],
      ['lead@plan.test', [{ field: 'city', old: 'Bern', new: 'Basel' }]],
      ['Partner', [{ field: 'token', old: secret, new: secret }]],
      [
        'Order',
        [
          { field: 'enabled', old: true, new: false },
          { field: 'listener.endpoint_secret', old: secret, new: secret },
        ],
      ],
    ]);
    expect(JSON.stringify(changes)).not.toContain('canary');
    expect((await plan(full(url))).changes).toEqual([]);
  });

  test('lists deletions last where apply deletes last, and what is deleted along with an item (spec/provisioning §7.2)', async () => {
    const url = newUrl();
    await apply(full(url));
    const planned = await plan({
      base_url: url,
      secrets: { partner: null },
      roles: [{ name: 'Sales', state: 'absent' }, { name: 'New' }],
      users: [{ email: 'sam@plan.test', state: 'absent' }],
      leads: [{ email: 'lead@plan.test', state: 'absent' }],
      connections: [{ name: 'Partner', state: 'absent' }],
      workflows: [{ name: 'Order', state: 'absent' }],
      webhooks: [{ name: 'Hook', state: 'absent' }],
    });
    expect(shortOf(planned)).toEqual([
      'delete secrets partner',
      'create roles New',
      'delete api_clients Sync of sam@plan.test',
      'delete leads lead@plan.test',
      'delete workflows Order',
      'delete webhooks Hook',
      'delete connections Partner',
      'delete users sam@plan.test',
      'delete roles Sales',
    ]);
    expect(planned.changes.every(({ fields, action }) => action === 'create' || fields.length === 0)).toBe(
      true,
    );
  });

  test('reports the errors that apply reports (spec/provisioning §7.1)', async () => {
    const wrong = { base_url: newUrl(), users: [{ email: 'x@plan.test', name: 'X', role: 'No such role' }] };
    const failed = await plan(wrong).catch((error: Error) => error.message);
    expect(failed).toBe(await apply(wrong).catch((error: Error) => error.message));
    expect(failed).toContain('workspaces[0].users[0].role: There is no role "No such role"');
  });

  test('covers every workspace of the file, with its base URL (spec/provisioning §7.2)', async () => {
    const [one, two] = [newUrl(), newUrl()];
    const { changes } = await plan({ base_url: one }, { base_url: two });
    expect(changes.map(({ workspace }) => workspace)).toEqual([one, two]);
  });
});

describe('a secret that is kept', () => {
  test('keeps its stored value everywhere (spec/provisioning §9.2)', async () => {
    const url = newUrl();
    await apply(full(url));
    const { changes } = await plan({
      base_url: url,
      secrets: { partner: keptSecret, bound: { value: keptSecret, hosts: ['api.example.com'] } },
      users: [{ email: 'ann@plan.test', password: keptSecret, api_key: keptSecret }],
      connections: [{ name: 'Partner', token: keptSecret }],
      workflows: [
        {
          name: 'Order',
          listener: { endpoint_secret: keptSecret, signature: { scheme: 'github', secret: [keptSecret] } },
        },
      ],
      webhooks: [{ name: 'Hook', secret: keptSecret }],
    });
    expect(changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([['email']]);
  });

  test('is an error where none is stored, with its path (spec/provisioning §9.2)', async () => {
    const url = newUrl();
    await apply({ base_url: url, users: [{ email: 'a@plan.test', name: 'A', role: 'Member' }] });
    const failed = await plan({
      base_url: url,
      secrets: { partner: keptSecret },
      users: [{ email: 'b@plan.test', name: 'B', role: 'Member', password: keptSecret }],
      connections: [{ name: 'New', type: 'bearer', origin: 'https://api.example.com', token: keptSecret }],
      workflows: [{ name: 'New', owner: 'a@plan.test', steps, listener: { endpoint_secret: keptSecret } }],
      webhooks: [{ name: 'New', url: 'https://a.example', types: ['lead.created'], secret: keptSecret }],
    }).catch((error: Error) => error.message);
    const reason = 'is required, because there is no stored value that could be kept';
    expect(
      String(failed)
        .split('\n')
        .filter((line) => line.startsWith('workspaces')),
    ).toEqual([
      `workspaces[0].secrets.partner: ${reason}`,
      `workspaces[0].users[0].password: ${reason}`,
      `workspaces[0].connections[0].token: ${reason}`,
      `workspaces[0].workflows[0].listener.endpoint_secret: ${reason}`,
      `workspaces[0].webhooks[0].secret: ${reason}`,
    ]);
  });

  test('does not move to another server with its connection (spec/connections §1.3)', async () => {
    const url = newUrl();
    await apply(full(url));
    const moved = { name: 'Partner', origin: 'https://evil.example.com', token: keptSecret };
    await expect(plan({ base_url: url, connections: [moved] })).rejects.toThrow(
      'workspaces[0].connections[0].token: must be given again',
    );
  });
});

test('a plan names items that a user changed since the last apply and that it changes again (spec/provisioning §7.4)', async () => {
  const { context } = database.current;
  const url = newUrl();
  const { workspaces } = await apply(full(url));
  const workspace = workspaces[0]?.id as WorkspaceId;
  const [ann] = workspaces[0]?.users ?? [];
  const user = { id: (ann && 'id' in ann ? ann.id : 0) as UserId, name: 'Ann' };
  const byAnn = { user, means: { type: 'ui' }, origin: '127.0.0.1' } as const;
  expect((await plan(full(url))).overwrites).toBeUndefined();
  await changing(
    context,
    workspace,
    async (change) => {
      await saveRole(change, { name: 'Sales', permissions: { 'leads.view': 'all' } });
      await saveWorkflow(change, { name: 'Order', listener: { add_authentication: false } });
      await saveWebhook(change, { name: 'Hook', url: 'https://other.example.com' });
    },
    byAnn,
  );
  const { webhooks: _, ...others } = full(url);
  const overwrites = (await plan(others)).overwrites ?? [];
  expect(overwrites.map((text) => text.replace(/ at \S+,/, ','))).toEqual([
    'roles "Sales": Ann changed it, after the last apply.',
    'workflows "Order": Ann changed it, after the last apply.',
  ]);
  await apply(full(url));
  await apply({ ...full(url), roles: [{ name: 'Sales', permissions: { 'leads.view': 'none' } }] });
  expect((await plan(full(url))).overwrites).toBeUndefined();
});

test('a plan warns about enabled steps of the file that need email if none can be sent (spec/provisioning §7.5)', async () => {
  const url = newUrl();
  const tell = { name: 'tell', type: 'notify', user: 'ann@plan.test', subject: 'Hi', text: '' };
  const send = { name: 'send', type: 'mail.send', to: 'a@b.test', subject: 'Hi', text: 'x' };
  const file = full(url);
  const owner = 'sam@plan.test';
  const mailing = { name: 'Mailing', owner, steps: [tell, { ...send, disabled: true }] };
  const nested = {
    name: 'Nested',
    owner,
    steps: [{ name: 'each', type: 'for_each', items: '{{ [1] }}', steps: [send] }],
  };
  const document = read({ ...file, workflows: [...file.workflows, mailing, nested] });
  const warningsWith = async (hasMail: boolean) =>
    (await planText(database.current.context, actor, document, { hasMail })).warnings;
  const fails = "Email isn't set up on this installation (SMTP_URL). This step will fail.";
  expect(await warningsWith(false)).toEqual([
    `workflows "Mailing", step tell: ${fails}`,
    `workflows "Nested", step send: ${fails}`,
  ]);
  expect(await warningsWith(true)).toBeUndefined();
});

test("a plan warns about enabled steps of the file that read a secret that doesn't exist once it is applied (spec/provisioning §7.5)", async () => {
  const url = newUrl();
  const call = (name: string, secret: string, rest = {}) => ({
    name,
    type: 'http.request',
    url: 'https://partner.test/',
    headers: { key: `{{ ${secret} }}` },
    ...rest,
  });
  const file = full(url);
  const steps = [
    call('created', 'secrets.made'),
    call('deleted', 'secrets.gone'),
    call('optional', "secrets.gone ?? 'x'"),
    call('disabled', 'secrets.gone', { disabled: true }),
  ];
  const workflows = [...file.workflows, { name: 'Calling', owner: 'sam@plan.test', steps }];
  const withSecrets = (secrets: object) => ({ ...file, workflows, secrets: { ...file.secrets, ...secrets } });
  expect((await plan(withSecrets({ made: 'value', gone: 'value' }))).warnings).toBeUndefined();
  await apply(withSecrets({ made: 'value', gone: 'value' }));
  expect((await plan(withSecrets({ gone: null }))).warnings).toEqual([
    'workflows "Calling", step deleted: There is no secret called gone. This step will fail.',
  ]);
});
