import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { applyFile, readProvisioningFile } from '../../../src/core/provisioning/index.ts';
import { findWorkspaceByHost } from '../../../src/core/workspaces/index.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const actor = { user: null, means: { type: 'apply' }, origin: 'root@test' } as const;
let count = 0;
const newUrl = () => `http://p${++count}.test`;

const apply = (workspaces: object[], options = {}) =>
  applyFile(database.current.context, actor, readProvisioningFile(JSON.stringify({ workspaces })), options);
const workspaceAt = async (url: string) => {
  const workspace = await findWorkspaceByHost(database.current.context, new URL(url).host);
  if (!workspace) throw new Error(`no workspace at ${url}`);
  return workspace;
};
const auditOf = async (url: string) =>
  listAudit(database.current.context, (await workspaceAt(url)).id, { limit: 100 });
/** Returns the entire content of the database, to verify that nothing changed. */
const contents = () =>
  database.current.asAdministrator(async (client) => {
    const tables = [
      'workspaces',
      'workspace_settings',
      'roles',
      'users',
      'api_keys',
      'api_clients',
      'audit_entries',
      'leads',
      'lead_history',
    ];
    const dumps = [];
    for (const table of tables) {
      dumps.push((await client.query(`select to_jsonb(t) as row from ${table} t order by 1`)).rows);
    }
    return JSON.stringify(dumps);
  });

const acme = (base_url: string) => ({
  name: 'Acme',
  base_url,
  settings: { default_page_size: 10, timezone: 'Europe/Berlin' },
  roles: [{ name: 'Sales', permissions: { 'api.access_rest': true, 'leads.view': 'own' } }],
  users: [
    { email: 'Ann@acme.test', name: 'Ann', role: 'Administrator', password: 'correct horse' },
    { email: 'sam@acme.test', name: 'Sam', role: 'Sales' },
  ],
});

describe('apply', () => {
  test('returns the applied file with IDs, and only those passwords that it generated (spec/provisioning §4)', async () => {
    const url = newUrl();
    const { workspaces } = await apply([acme(url)]);
    expect(workspaces).toEqual([
      {
        id: expect.any(Number),
        name: 'Acme',
        base_url: url,
        settings: expect.objectContaining({
          default_page_size: 10,
          timezone: 'Europe/Berlin',
          restore_days: 30,
        }),
        roles: [
          {
            id: expect.any(Number),
            name: 'Sales',
            is_admin: false,
            permissions: { 'api.access_rest': true, 'leads.view': 'own' },
          },
        ],
        users: [
          {
            id: expect.any(Number),
            email: 'Ann@acme.test',
            name: 'Ann',
            role: 'Administrator',
            active: true,
            api_key: expect.stringMatching(/^hark_key_[\w-]{43}_[0-9a-f]{8}$/),
          },
          {
            id: expect.any(Number),
            email: 'sam@acme.test',
            name: 'Sam',
            role: 'Sales',
            active: true,
            password: expect.stringMatching(/^[\w-]{22}$/),
            api_key: expect.stringMatching(/^hark_key_[\w-]{43}_[0-9a-f]{8}$/),
          },
        ],
      },
    ]);
  });

  test('applying the same file again changes nothing, not even the audit log (spec/provisioning §3.2)', async () => {
    const url = newUrl();
    await apply([acme(url)]);
    const before = await contents();
    const again = await apply([acme(url)]);
    expect(await contents()).toBe(before);
    expect(again.workspaces[0]?.users?.[1]).not.toHaveProperty('password');
    expect(again.workspaces[0]?.users?.[1]).not.toHaveProperty('api_key');
  });

  test('items missing from the file are left alone (spec/provisioning §3.2)', async () => {
    const url = newUrl();
    await apply([acme(url)]);
    const partial = {
      base_url: url,
      settings: { restore_days: 5 },
      roles: [{ name: 'Sales', permissions: { 'leads.create': true } }],
      users: [{ email: 'SAM@acme.test', active: false }],
    };
    const [result] = (await apply([partial])).workspaces;
    expect(result).toMatchObject({ name: 'Acme', settings: { restore_days: 5, default_page_size: 10 } });
    expect(result?.roles).toMatchObject([
      { permissions: { 'api.access_rest': true, 'leads.view': 'own', 'leads.create': true } },
    ]);
    expect(result?.users).toMatchObject([{ name: 'Sam', role: 'Sales', active: false }]);
  });

  test('`state: absent` deletes items in an order that respects their dependencies (spec/provisioning §3.2)', async () => {
    const url = newUrl();
    await apply([acme(url)]);
    const leaving = {
      base_url: url,
      roles: [{ name: 'Sales', state: 'absent' }],
      users: [{ email: 'sam@acme.test', state: 'absent' }],
    };
    expect((await apply([leaving])).workspaces).toMatchObject([
      { roles: [{ name: 'Sales', state: 'absent' }], users: [{ email: 'sam@acme.test', state: 'absent' }] },
    ]);
    await apply([leaving]);
    const deleted = (await auditOf(url)).filter(({ action }) => action === 'deleted');
    expect(deleted.map(({ subject }) => subject.name)).toEqual(['Sales', 'Sam']);
  });

  test("a role that is assigned to a user can't be deleted (spec/rest-api §15.2)", async () => {
    const url = newUrl();
    await apply([acme(url)]);
    const leaving = { base_url: url, roles: [{ name: 'Sales', state: 'absent' }] };
    await expect(apply([leaving])).rejects.toThrow(
      'workspaces[0].roles[0]: 1 user(s) have the role "Sales". Give them another role first.',
    );
  });

  test.each<[string, (url: string) => object[], string]>([
    [
      'an unknown role',
      (url) => [{ base_url: url, name: 'New', users: [{ email: 'x@y.test', name: 'X', role: 'Nope' }] }],
      'workspaces[0].users[0]: There is no role "Nope"',
    ],
    [
      'a new user without a name',
      (url) => [{ base_url: url, users: [{ email: 'x@y.test', role: 'Member' }] }],
      'workspaces[0].users[0]: A new user needs a name.',
    ],
    [
      'an error in the last workspace',
      (url) => [acme(url), { base_url: newUrl(), users: [{ email: 'x@y.test', name: 'X', role: 'Nope' }] }],
      'workspaces[1].users[0]: There is no role "Nope"',
    ],
  ])(
    '%s is reported with its path and changes nothing, in any workspace (spec/provisioning §3.3)',
    async (_, file, message) => {
      const before = await contents();
      await expect(apply(file(newUrl()))).rejects.toThrow(message);
      expect(await contents()).toBe(before);
    },
  );

  test('ten concurrent calls with the same file leave one result', async () => {
    const url = newUrl();
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => apply([acme(url)])));
    const failures = all.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    for (const failure of failures) expect(failure).toMatchObject({ kind: 'conflict' });
    expect(failures.length).toBeLessThan(10);
    expect(await auditOf(url)).toHaveLength(1 + 2 + 1 + 1 + 2 + 2);
  });
});

describe('credentials', () => {
  test('a key can be set, is printed when it changes or on request, and is stored only encrypted (spec/provisioning §4)', async () => {
    const url = newUrl();
    const key = 'a-key-of-my-own-0123456789';
    const file = [
      { base_url: url, users: [{ email: 'k@acme.test', name: 'Kim', role: 'Member', api_key: key }] },
    ];
    expect((await apply(file)).workspaces[0]?.users).toMatchObject([{ api_key: key }]);
    expect((await apply(file)).workspaces[0]?.users?.[0]).not.toHaveProperty('api_key');
    expect((await apply(file, { showSecrets: true })).workspaces[0]?.users).toMatchObject([{ api_key: key }]);
    expect(await contents()).not.toContain(key);
  });

  test("the token of an API client is printed only by the call that creates the client, and the client's scope can't be changed (spec/provisioning §3.3, §4)", async () => {
    const url = newUrl();
    const client = { user: 'SAM@acme.test', name: 'Billing', scope: 'api' };
    const [created] = (await apply([{ ...acme(url), api_clients: [client] }])).workspaces;
    expect(created?.api_clients).toEqual([
      {
        id: expect.any(Number),
        user: 'sam@acme.test',
        name: 'Billing',
        scope: 'api',
        active: true,
        expires_at: null,
        allowed_addresses: [],
        token: expect.stringMatching(/^hark_client_[\w-]{43}_[0-9a-f]{8}$/),
      },
    ]);
    const again = await apply([{ base_url: url, api_clients: [{ ...client, active: false }] }], {
      showSecrets: true,
    });
    expect(again.workspaces[0]?.api_clients).toMatchObject([{ active: false }]);
    expect(again.workspaces[0]?.api_clients?.[0]).not.toHaveProperty('token');
    const other = apply([{ base_url: url, api_clients: [{ ...client, scope: 'mcp' }] }]);
    await expect(other).rejects.toThrow('workspaces[0].api_clients[0]: "Billing" has the scope api');
    await apply([
      { base_url: url, api_clients: [{ user: client.user, name: client.name, state: 'absent' }] },
    ]);
    expect((await auditOf(url)).slice(0, 3).map(({ action, subject }) => [action, subject.type])).toEqual([
      ['deleted', 'api_client'],
      ['changed', 'api_client'],
      ['created', 'api_client'],
    ]);
  });

  test('a common password is rejected for a new and an existing user, and nothing changes', async () => {
    const url = newUrl();
    await apply([acme(url)]);
    for (const email of ['ann@acme.test', 'new@acme.test']) {
      const users = [{ email, name: 'Ann', role: 'Administrator', password: 'password1234' }];
      await expect(apply([{ base_url: url, users }])).rejects.toThrow(
        'workspaces[0].users[0]: This password is on lists of stolen passwords.',
      );
    }
  });

  test('an API client can expire and be limited to addresses, and values that are left out stay (spec/provisioning §3.1)', async () => {
    const url = newUrl();
    const client = { user: 'sam@acme.test', name: 'Billing', scope: 'api' };
    const limits = {
      expires_at: '2030-01-01T00:00:00+01:00',
      allowed_addresses: ['10.1.2.3/8', '10.0.0.0/8', '::1'],
    };
    const saved = { expires_at: '2029-12-31T23:00:00.000Z', allowed_addresses: ['10.0.0.0/8', '::1'] };
    const of = async (more: object) => {
      const [applied] = (await apply([{ base_url: url, api_clients: [{ ...client, ...more }] }])).workspaces;
      return applied?.api_clients?.[0];
    };
    await apply([acme(url)]);
    expect(await of(limits)).toMatchObject(saved);
    const entries = (await auditOf(url)).length;
    expect(await of(limits)).toMatchObject(saved);
    expect(await of({})).toMatchObject(saved);
    expect(await auditOf(url)).toHaveLength(entries);
    expect(await of({ expires_at: null, allowed_addresses: [] })).toMatchObject({
      expires_at: null,
      allowed_addresses: [],
    });
    expect((await auditOf(url))[0]).toMatchObject({
      old: saved,
      new: { expires_at: null, allowed_addresses: null },
    });
    await expect(of({ allowed_addresses: ['10.0.0'] })).rejects.toThrow(
      'workspaces[0].api_clients[0].allowed_addresses[0]: must be an IP address',
    );
    await expect(of({ expires_at: 'tomorrow' })).rejects.toThrow('workspaces[0].api_clients[0].expires_at');
  });

  test('an API client for an unknown user is rejected, and the error names its path', async () => {
    const client = { user: 'nobody@acme.test', name: 'X', scope: 'api' };
    await expect(apply([{ base_url: newUrl(), api_clients: [client] }])).rejects.toThrow(
      'workspaces[0].api_clients[0]: There is no user nobody@acme.test in this workspace.',
    );
  });
});

describe('lead fields', () => {
  const size = { alias: 'size', label: 'Size', type: 'select', options: ['small', 'large'] };

  test('are created once, and all settings except the immutable ones can be changed', async () => {
    const url = newUrl();
    const [created] = (
      await apply([{ base_url: url, lead_fields: [size, { alias: 'code', type: 'text', unique: true }] }])
    ).workspaces;
    expect(created?.lead_fields).toEqual([
      { id: expect.any(Number), ...size, unique: false, required: false },
      {
        id: expect.any(Number),
        alias: 'code',
        label: 'code',
        type: 'text',
        unique: true,
        required: false,
        options: [],
      },
    ]);
    const before = await contents();
    await apply([{ base_url: url, lead_fields: [size] }]);
    expect(await contents()).toBe(before);
    const [changed] = (
      await apply([{ base_url: url, lead_fields: [{ alias: 'size', required: true, options: ['xl'] }] }])
    ).workspaces;
    expect(changed?.lead_fields).toMatchObject([{ label: 'Size', required: true, options: ['xl'] }]);
  });

  test.each<[string, object, string]>([
    ['a built-in alias', { alias: 'email', type: 'text' }, `"email" can't be an alias`],
    ['a reserved alias', { alias: '__proto__x', type: 'text' }, "can't be an alias"],
    ['a field without a type', { alias: 'a' }, 'A new field needs a type.'],
    ['a select without options', { alias: 'a', type: 'select' }, 'needs options'],
    ['a text field with options', { alias: 'a', type: 'text', options: ['x'] }, 'needs options'],
    ['a unique list', { alias: 'a', type: 'multiselect', unique: true, options: ['x'] }, "can't be unique"],
  ])('%s is rejected', async (_, field, message) => {
    await expect(apply([{ base_url: newUrl(), lead_fields: [field] }])).rejects.toThrow(message);
  });
});

describe('leads', () => {
  const fields = [{ alias: 'code', type: 'text', unique: true }];

  test('are matched on a unique field: created, then edited, then left alone, then deleted (spec/provisioning §3.4)', async () => {
    const url = newUrl();
    const lead = { email: 'lea@example.test', first_name: 'Lea', owner: 'ann@acme.test', code: 'X1' };
    const [created] = (await apply([{ ...acme(url), lead_fields: fields, leads: [lead] }])).workspaces;
    expect(created?.leads).toEqual([{ ...lead, id: expect.any(Number) }]);
    const again = await apply([{ base_url: url, leads: [{ code: 'x1', first_name: 'Leah' }] }]);
    expect(again.workspaces[0]?.leads?.[0]?.id).toBe(created?.leads?.[0]?.id);
    const before = await contents();
    await apply([{ base_url: url, leads: [{ code: 'x1', first_name: 'Leah' }] }]);
    expect(await contents()).toBe(before);
    await apply([{ base_url: url, leads: [{ code: 'X1', state: 'absent' }] }]);
    const rows = await database.current.query(
      'select action, user_id, means_type from lead_history where lead_id = $1 order by id',
      [created?.leads?.[0]?.id],
    );
    expect(rows).toEqual(
      ['created', 'edited', 'deleted'].map((action) => ({ action, user_id: null, means_type: 'apply' })),
    );
  });

  test.each<[string, object, string]>([
    [
      'an unknown field',
      { email: 'a@b.test', nope: 1 },
      'workspaces[0].leads[0]: nope: there is no such field.',
    ],
    [
      'a wrong value',
      { email: 'a@b.test', score: 'x' },
      'workspaces[0].leads[0]: score: must be a whole number.',
    ],
    [
      'an unknown owner',
      { email: 'a@b.test', owner: 'no@b.test' },
      'workspaces[0].leads[0]: There is no user no@b.test',
    ],
    [
      'a lead without a unique field',
      { first_name: 'A' },
      "workspaces[0].leads[0]: Send the lead's id or a unique field",
    ],
  ])("%s is rejected, and the error names the lead's path", async (_, lead, message) => {
    await expect(apply([{ base_url: newUrl(), leads: [lead] }])).rejects.toThrow(message);
  });
});

describe('an API key', () => {
  const keys = ['the-key-of-ann-in-acme', 'the-key-of-sam-in-acme'] as const;
  const withKeys = (url: string, [ann, sam]: readonly string[]) => {
    const file = acme(url);
    const [first, second] = file.users;
    return {
      ...file,
      users: [
        { ...first, api_key: ann },
        { ...second, api_key: sam },
      ],
    };
  };

  test('that belongs to another user is rejected with its path, and nothing changes', async () => {
    const url = newUrl();
    await apply([withKeys(url, keys)]);
    const before = await contents();
    const taken = apply([
      { base_url: url, users: [{ email: 'sam@acme.test', name: 'Samuel', api_key: keys[0] }] },
    ]);
    await expect(taken).rejects.toMatchObject({
      kind: 'invalid',
      message: 'workspaces[0].users[0].api_key: another user has this API key. Choose a different one.',
    });
    expect(await contents()).toBe(before);
  });

  test('that two users in one file share is rejected at the second user', async () => {
    const same = apply([withKeys(newUrl(), [keys[0], keys[0]])]);
    await expect(same).rejects.toThrow('workspaces[0].users[1].api_key: another user has this API key.');
  });
});

describe('the audit log', () => {
  test('records user, source, origin, old and new values, and never a password', async () => {
    const url = newUrl();
    await apply([acme(url)]);
    await apply([
      { base_url: url, users: [{ email: 'ann@acme.test', name: 'Anna', password: 'another horse' }] },
    ]);
    const [newest, before] = await auditOf(url);
    const common = { user: null, means: { type: 'apply' }, origin: 'root@test', action: 'changed' };
    expect(newest).toMatchObject({
      ...common,
      subject: { type: 'user', name: 'Anna' },
      old: { name: 'Ann', email: 'Ann@acme.test' },
      new: { name: 'Anna', email: 'ann@acme.test' },
    });
    expect(before).toMatchObject({ ...common, subject: { type: 'user' }, new: { password: '[secret]' } });
    expect(newest?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const everything = await contents();
    for (const secret of ['correct horse', 'another horse']) expect(everything).not.toContain(secret);
  });

  test('can be read page by page without gaps', async () => {
    const url = newUrl();
    await apply([acme(url)]);
    const { context } = database.current;
    const { id } = await workspaceAt(url);
    const all = await listAudit(context, id, { limit: 100 });
    const first = await listAudit(context, id, { limit: 3 });
    const rest = await listAudit(context, id, { limit: 100, before: first[2]?.id ?? 0 });
    expect([...first, ...rest]).toEqual(all);
  });
});

describe('the provisioning file', () => {
  test.each<[string, object | string, string]>([
    [
      'an unknown key',
      { workspaces: [{ base_url: 'http://a.test', roels: [] }] },
      'workspaces[0].roels: unknown key',
    ],
    [
      'a wrong value',
      { workspaces: [{ base_url: 'http://a.test', settings: { default_page_size: 0 } }] },
      'workspaces[0].settings.default_page_size: ',
    ],
    [
      'a permission with an invalid value',
      {
        workspaces: [
          { base_url: 'http://a.test', roles: [{ name: 'R', permissions: { 'leads.view': 'some' } }] },
        ],
      },
      'workspaces[0].roles[0].permissions.leads.view: ',
    ],
    [
      'an invalid time zone',
      { workspaces: [{ base_url: 'http://a.test', settings: { timezone: 'Mars/Base' } }] },
      'workspaces[0].settings.timezone: must be a time zone',
    ],
    [
      'a base URL with a path',
      { workspaces: [{ base_url: 'http://a.test/crm' }] },
      'workspaces[0].base_url: must be a URL with scheme, host and optional port',
    ],
    [
      'an invalid email address',
      { workspaces: [{ base_url: 'http://a.test', users: [{ email: 'ann' }] }] },
      'workspaces[0].users[0].email: must be an email address',
    ],
    [
      'the same user twice',
      { workspaces: [{ base_url: 'http://a.test', users: [{ email: 'a@b.c' }, { email: 'A@B.c' }] }] },
      'workspaces[0].users[1].email: a@b.c appears twice',
    ],
    [
      'the same workspace twice',
      { workspaces: [{ base_url: 'http://a.test' }, { base_url: 'http://A.test:80' }] },
      'workspaces[1].base_url: a.test appears twice',
    ],
    ['a value that is not a list', { workspaces: 7 }, 'workspaces: '],
    ['an empty file', '', 'the file: '],
    ['text that is neither JSON nor YAML', '{ "a": [', "the file: isn't valid JSON or YAML"],
  ])('%s is reported with its path (spec/provisioning §3.3)', (_, file, message) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    expect(() => readProvisioningFile(text)).toThrow(message);
  });

  test('all errors are reported together (spec/provisioning §3.3)', () => {
    const text = JSON.stringify({ workspaces: [{ base_url: 'x', settings: { timezone: 7 }, surprise: 1 }] });
    expect(() => readProvisioningFile(text)).toThrow(/base_url[\s\S]*timezone[\s\S]*surprise/);
  });

  test('YAML is accepted as well, and keys that would touch a prototype are unknown keys (spec/provisioning §3.1)', () => {
    const yaml = 'workspaces:\n  - base_url: http://y.test\n    roles: [{ name: R, is_admin: true }]\n';
    expect(readProvisioningFile(yaml).workspaces[0]?.roles).toEqual([{ name: 'R', is_admin: true }]);
    for (const key of ['__proto__', 'constructor']) {
      const text = `{"workspaces":[{"base_url":"http://y.test","${key}":{"polluted":true}}]}`;
      expect(() => readProvisioningFile(text)).toThrow(`workspaces[0].${key}: unknown key`);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
