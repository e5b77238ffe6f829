// Managing connections over REST and with `hark apply` (spec/connections §1, §4).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { applyText, checkProvisioningFile } from '../../../src/core/provisioning/index.ts';
import { removeConnectionByName, saveWorkflow } from '../../../src/core/workflows/index.ts';
import { buildUser, changing, testActor } from '../../harness/builders.ts';
import { useRest } from '../../harness/rest-stage.ts';
import { tablesWith } from '../../harness/tables-with.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });

const canary = 'connection-canary-0123456789';
const origin = 'https://api.example.test';
let made = 0;
const values = (more: object = {}) => ({
  name: `Connection ${++made}`,
  type: 'bearer',
  origin,
  token: canary,
  ...more,
});
const create = async (more: object = {}) => {
  const answer = await admin.ask('POST', '/api/connections/new', { body: values(more) });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.connection;
};
const refusal = async (body: object, path = '/api/connections/new', method = 'POST') => {
  const { status, json } = await admin.ask(method, path, { body });
  return [status, json.error?.message];
};
const oauth = {
  type: 'oauth2',
  origin,
  grant: 'client_credentials',
  token_url: 'https://auth.example.test/token',
  client_id: 'me',
  client_secret: canary,
};

const apply = async (sections: object, allow: readonly string[] = []) => {
  const text = JSON.stringify({ workspaces: [{ base_url: rest.workspace.baseUrl, ...sections }] });
  const options = { showSecrets: true, egressAllow: new Set(allow) };
  const read = checkProvisioningFile(text);
  const { workspaces } = await applyText(rest.context, testActor, read, options);
  return workspaces[0];
};
const problemsOf = async (sections: object): Promise<string> =>
  apply(sections).then(
    () => '',
    (error: Error) => error.message,
  );

describe('types (spec/connections §1.1)', () => {
  test.each([
    [{ name: undefined }, 'name: is required'],
    [{ type: undefined }, 'type: is required'],
    [{ origin: undefined }, 'origin: is required'],
    [{ token: undefined }, 'token: is required'],
    [{ token: '' }, 'token: must have 1 to 10,000 characters'],
    [{ token: 'x'.repeat(10_001) }, 'token: must have 1 to 10,000 characters'],
    [{ token: 'two\nlines' }, 'token: must be a single line of printable Latin-1 characters'],
    [{ username: 'ann' }, 'username: is not used by type bearer'],
    [{ type: 'none' }, 'token: is not used by type none'],
    [{ type: 'magic' }, 'type: must be none, bearer, basic, header or oauth2.'],
    [
      { type: 'basic', token: undefined, username: 'a:b', password: 'x' },
      'username: must not contain a colon or a control character',
    ],
    [{ type: 'header', token: undefined, header: 'a b', value: 'x' }, 'header: must be a header name'],
    [
      { type: 'header', token: undefined, header: 'Host', value: 'x' },
      "header: is set by Hark and can't be overridden",
    ],
    [{ ...oauth, token: undefined, grant: 'authorization_code' }, 'authorize_url: is required'],
    [
      { ...oauth, token: undefined, token_url: 'http://auth.example.test/' },
      'token_url: must be an https URL, such as https://auth.example.com/token',
    ],
    [{ wrong: 1 }, 'wrong: there is no such key.'],
    [{ name: 'x'.repeat(201) }, /^name: /],
  ])('rejects %j', async (more, message) => {
    const [status, text] = await refusal(values(more));
    expect(
      [
        status,
        String(text)
          .split('\n')
          .some((line) => (typeof message === 'string' ? line === message : message.test(line))),
      ],
      String(text),
    ).toEqual([400, true]);
  });

  test('a record has every key, and null for the keys of other types', async () => {
    const { id, name, updated_at, ...record } = await create({ ...oauth, token: undefined });
    expect(record).toEqual({
      type: 'oauth2',
      origin,
      username: null,
      header: null,
      grant: 'client_credentials',
      token_url: 'https://auth.example.test/token',
      authorize_url: null,
      client_id: 'me',
      client_auth: 'basic',
      scope: null,
      connected: null,
    });
    expect([typeof id, typeof name, Date.parse(updated_at) > 0]).toEqual(['number', 'string', true]);
  });
});

describe('origin (spec/connections §1.2)', () => {
  test.each([
    'http://api.example.test',
    'https://api.example.test/',
    'https://api.example.test?x',
    'https://api.example.test#x',
    'https://api.example.test\\x',
    'api.example.test',
    'https://',
    ' https://api.example.test',
  ])('rejects %s', async (wrong) => {
    const message = 'origin: must be https://host or https://host:port, without a path';
    expect(await refusal(values({ origin: wrong }))).toEqual([400, message]);
  });

  test('http is accepted for a host and port that the operator allows', async () => {
    const item = values({ origin: 'http://127.0.0.1:9090' });
    expect(await problemsOf({ connections: [item] })).toContain('origin: must be https://host');
    const applied = await apply({ connections: [item] }, ['127.0.0.1:9090']);
    expect(applied?.connections).toEqual([
      { id: expect.any(Number), name: item.name, type: 'bearer', origin: 'http://127.0.0.1:9090' },
    ]);
  });

  test('host and port are stored as a URL writes them', async () => {
    expect((await create({ origin: 'https://API.example.test:443' })).origin).toBe(origin);
  });
});

test('no response, audit entry or row contains a secret (spec/connections §1.3)', async () => {
  const headers = { 'Idempotency-Key': `connection-${++made}` };
  const made1 = await admin.ask('POST', '/api/connections/new', { body: values(), headers });
  const { id } = made1.json.connection;
  const answers = [
    made1,
    await admin.ask('GET', `/api/connections/${id}`),
    await admin.ask('GET', '/api/connections'),
    await admin.ask('PATCH', `/api/connections/${id}`, { body: { token: `${canary}-2` } }),
  ];
  for (const { text } of answers) expect(text).not.toContain('canary');
  const entries = await listAudit(rest.context, rest.workspace.id, {
    limit: 10,
    subjectType: 'connection',
  });
  expect(entries.slice(0, 2).map((entry) => [entry.action, entry.new])).toEqual([
    ['changed', { token: '[secret]' }],
    ['created', { name: made1.json.connection.name, type: 'bearer', origin, token: '[secret]' }],
  ]);
  expect(JSON.stringify(entries)).not.toContain('canary');
  expect(await tablesWith(rest.database.current, 'connection-canary')).toEqual([]);
});

test('an invalid template is rejected with its position (spec/connections §1.4)', async () => {
  const [status, message] = await refusal(values({ token: '{{ __data.x }}' }));
  expect([status, message]).toEqual([400, expect.stringMatching(/^token: line 1, column \d+: /)]);
});

describe('apply and deletion (spec/connections §4.1)', () => {
  const flow = (name: string, step: object) => ({
    name,
    owner: '',
    steps: [{ name: 'call', type: 'http.request', url: '/x', ...step }],
  });

  test('a published workflow keeps its connection from being deleted or renamed', async () => {
    const { email } = await buildUser(rest.context, rest.workspace.id, {});
    const item = values();
    const used = { ...flow(`Uses ${item.name}`, { connection: item.name }), owner: email };
    await apply({ connections: [item], workflows: [used] });
    const message = `The connection "${item.name}" is used by the workflow "${used.name}". Remove it there first.`;
    expect(await problemsOf({ connections: [{ name: item.name, state: 'absent' }] })).toBe(message);
    const { json } = await admin.ask('GET', '/api/connections?limit=100');
    const { id } = json.connections.find(({ name }: { name: string }) => name === item.name);
    expect(await refusal({}, `/api/connections/${id}`, 'DELETE')).toEqual([409, message]);
    expect(await refusal({ name: 'renamed' }, `/api/connections/${id}`, 'PATCH')).toEqual([409, message]);
    // One file can remove both.
    const absent = {
      connections: [{ name: item.name, state: 'absent' }],
      workflows: [{ name: used.name, state: 'absent' }],
    };
    expect((await apply(absent))?.connections).toEqual([{ name: item.name, state: 'absent' }]);
  });

  test('publishing and deleting at the same time never leaves a workflow without its connection', async () => {
    const { email } = await buildUser(rest.context, rest.workspace.id, {});
    for (let round = 0; round < 10; round++) {
      const { name } = await create();
      const used = { ...flow(`Races ${name}`, { connection: name }), owner: email };
      const [published, deleted] = await Promise.allSettled([
        changing(rest.context, rest.workspace.id, (change) => saveWorkflow(change, used)),
        changing(rest.context, rest.workspace.id, (change) => removeConnectionByName(change, name)),
      ]);
      expect([published.status, deleted.status].filter((status) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('a second apply changes nothing', async () => {
    const item = values();
    await apply({ connections: [item] });
    const count = async () =>
      (await listAudit(rest.context, rest.workspace.id, { limit: 500, subjectType: 'connection' })).length;
    const before = await count();
    await apply({ connections: [item] });
    expect(await count()).toBe(before);
  });
});

test('apply reports every request that does not match its connection (spec/connections §2.4)', async () => {
  const { name } = await create();
  const step = (more: object) => ({ type: 'http.request', url: '/x', connection: name, ...more });
  const steps = [
    step({ name: 'a', url: 'https://evil.test/' }),
    step({ name: 'b', url: '//evil.test/' }),
    step({ name: 'c', url: '/\\evil.test/' }),
    step({ name: 'd', url: `${origin}@evil.test/` }),
    step({ name: 'e', url: `${origin}.evil.test/` }),
    step({ name: 'f', url: 'x' }),
    step({ name: 'g', headers: { AUTHORIZATION: 'x' } }),
    step({ name: 'h', connection: 'none such' }),
    step({ name: 'i', connection: '{{ __data.c }}' }),
    step({ name: 'j', url: `${origin}/fine` }),
    step({ name: 'k', url: '{{ __data.url }}', headers: { 'x-other': 'x' } }),
  ];
  const message = await problemsOf({ workflows: [{ name: 'Wrong', steps }] });
  const at = (index: number, key: string) => `workspaces[0].workflows[0].steps[${index}].${key}: `;
  const elsewhere = `the connection ${name} can only be used for ${origin}`;
  const lines = message.split('\n').filter((line) => !line.startsWith('  line'));
  expect(lines.sort()).toEqual(
    [
      ...[0, 1, 2, 3, 4, 5].map((index) => `${at(index, 'url')}${elsewhere}`),
      `${at(6, 'headers.AUTHORIZATION')}is set by the connection ${name}`,
      `${at(7, 'connection')}there is no connection called none such`,
      `${at(8, 'connection')}must be the name of a connection, not a template`,
    ].sort(),
  );
});

describe('over REST (spec/connections §4.2)', () => {
  test('a record can be sent back as it was read; read-only values stay as they are', async () => {
    const record = await create();
    const path = `/api/connections/${record.id}`;
    expect((await admin.ask('PUT', path, { body: record })).json.connection).toEqual(record);
    expect(await refusal({ id: 1 }, path, 'PATCH')).toEqual([400, "id: can't be changed."]);
    expect(await refusal({ connected: true }, path, 'PATCH')).toEqual([400, "connected: can't be changed."]);
  });

  test('a name is unique, and a deleted connection is not found', async () => {
    const { id, name } = await create();
    expect(await refusal(values({ name }))).toEqual([400, 'name: is already taken by another connection']);
    const other = await create();
    expect(await refusal({ name }, `/api/connections/${other.id}`, 'PATCH')).toEqual([
      400,
      'name: is already taken by another connection',
    ]);
    expect((await admin.ask('DELETE', `/api/connections/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect((await admin.ask(method, `/api/connections/${id}`)).status).toBe(404);
    expect((await admin.ask('POST', `/api/connections/${id}`)).headers.allow).toBe(
      'GET, PUT, PATCH, DELETE, HEAD',
    );
  });
});
