// Tests workflows in the console: permissions, drafts without lost updates, publishing, differences, and test runs.
import { beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { createConnection } from '../../../src/core/connections/index.ts';
import { saveRole } from '../../../src/core/roles/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { buildWorkspace, changing } from '../../harness/builders.ts';
import { type Ask, useConsoleData } from '../../harness/console/console-data.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const signIn = useConsoleData(database);
const context = () => database.current.context;
const secret = 'a-very-secret-value';

let workspace: Workspace;
let admin: Ask;
let builder: { ask: Ask; user: { id: number; email: string; name: string } };
let viewer: Ask;
let stranger: Ask;

const lead = {
  'leads.view': 'all',
  'leads.create': true,
  'leads.edit': 'all',
  'leads.delete': 'all',
} as const;

beforeAll(async () => {
  workspace = await buildWorkspace(context());
  await changing(context(), workspace.id, async (change) => {
    await saveRole(change, { name: 'Admin', isAdmin: true });
    await saveRole(change, {
      name: 'Builder',
      permissions: { ...lead, 'workflows.view': 'own', 'workflows.edit': 'own' },
    });
    await saveRole(change, { name: 'Viewer', permissions: { 'workflows.view': 'all' } });
    await saveSecret(change, 'partner', secret);
  });
  admin = (await signIn(workspace, { role: 'Admin', name: 'Ada Admin' })).ask;
  builder = await signIn(workspace, { role: 'Builder', name: 'Ben Builder' });
  viewer = (await signIn(workspace, { role: 'Viewer' })).ask;
  const other = await buildWorkspace(context());
  await changing(context(), other.id, async (change) => {
    await saveRole(change, { name: 'Admin', isAdmin: true });
  });
  stranger = (await signIn(other, { role: 'Admin' })).ask;
});

let made = 0;
const make = async (ask: Ask, starter = 'blank') => {
  made += 1;
  const { status, body } = await ask('POST /workflows', { name: `Flow ${made}`, starter });
  expect(status).toBe(200);
  return body.id as number;
};
const view = async (ask: Ask, id: number) => (await ask(`GET /workflows/${id}`)).body;
const stop = { name: 'end', type: 'stop', as: 'succeeded', message: 'Done' };
const write = (ask: Ask, id: number, revision: number, steps: unknown, base_version = 0) =>
  ask(`PUT /workflows/${id}/draft`, { revision, base_version, steps });
const published = async (ask: Ask, steps: unknown) => {
  const id = await make(ask);
  const { body } = await write(ask, id, 1, steps);
  expect((await ask(`POST /workflows/${id}/publish`, { revision: body.revision, version: 0 })).status).toBe(
    200,
  );
  return id;
};

describe('drafts and publishing', () => {
  test.each(['blank', 'form', 'partner', 'browser'])(
    'the template "%s" has no errors except a missing step',
    async (starter) => {
      const workflow = await make(builder.ask, starter);
      const { draft } = await view(builder.ask, workflow);
      const { problems } = (await builder.ask('POST /workflows/check', { workflow, steps: draft.steps }))
        .body;
      expect(problems.length).toBe(starter === 'blank' ? 1 : 0);
    },
  );

  test('the template "partner" rejects requests that are not signed with the secret', async () => {
    const workflow = await make(builder.ask, 'partner');
    const { body } = await builder.ask(`GET /workflows/${workflow}/listener`);
    expect(body.settings.signature).toMatchObject({ scheme: 'hmac', header: 'X-Signature' });
    expect(body.credentials.signature_secrets).toEqual(['{{ secrets.partner_secret }}']);
  });

  test('if two saves are based on the same revision, the second is rejected and nothing is lost', async () => {
    const id = await make(builder.ask);
    expect((await write(admin, id, 1, [stop])).body).toEqual({ revision: 2 });
    const late = await write(builder.ask, id, 1, [{ ...stop, message: 'Mine' }]);
    expect([late.status, late.body.code]).toEqual([409, 'draft_changed']);
    expect(late.body.detail).toContain('Ada Admin');
    expect((await view(builder.ask, id)).draft.steps).toEqual([stop]);
    expect((await write(builder.ask, id, 2, [])).status).toBe(200);
  });

  test('exactly one of two simultaneous saves succeeds', async () => {
    const id = await make(builder.ask);
    const both = await Promise.all(
      ['a', 'b'].map((message) => write(builder.ask, id, 1, [{ ...stop, message }])),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('publishing creates a version, is audited, and rejects an outdated revision', async () => {
    const id = await published(builder.ask, [stop]);
    const found = await view(builder.ask, id);
    expect(found).toMatchObject({ version: 1, draft: { is_changed: false, base_version: 1 } });
    const again = await builder.ask(`POST /workflows/${id}/publish`, {
      revision: found.draft.revision,
      version: 1,
    });
    expect([again.status, again.body.code]).toEqual([409, 'nothing_to_publish']);
    const { revision } = (
      await write(builder.ask, id, found.draft.revision, [{ ...stop, message: 'Two' }], 1)
    ).body;
    const unseen = await builder.ask(`POST /workflows/${id}/publish`, { revision, version: 0 });
    expect([unseen.status, unseen.body.code]).toEqual([409, 'published_meanwhile']);
    const old = await builder.ask(`POST /workflows/${id}/publish`, { revision: revision - 1, version: 1 });
    expect(old.body.code).toBe('draft_changed');
    expect((await builder.ask(`POST /workflows/${id}/publish`, { revision, version: 1 })).body).toEqual({
      version: 2,
    });
    const { versions } = (await builder.ask(`GET /workflows/${id}/versions`)).body;
    expect(
      versions.map((one: { number: number; published_by: string }) => [one.number, one.published_by]),
    ).toEqual([
      [2, 'Ben Builder'],
      [1, 'Ben Builder'],
    ]);
    expect((await builder.ask(`GET /workflows/${id}/versions/1`)).body.steps).toEqual([stop]);
    const audit = await listAudit(context(), workspace.id, { limit: 5 });
    expect(audit.find(({ subject }) => subject.id === id && subject.type === 'workflow')).toMatchObject({
      action: 'changed',
      old: { published_version: 1 },
      new: { published_version: 2 },
      user: { name: 'Ben Builder' },
    });
    expect((await builder.ask(`PATCH /workflows/${id}`, { enabled: true })).status).toBe(200);
    expect((await view(builder.ask, id)).is_on).toBe(true);
  });

  test('a draft that names unknown lead fields or workflows fails the check and cannot be published', async () => {
    const id = await make(builder.ask);
    const steps = [
      { name: 'save', type: 'lead.upsert', match: { emial: 'a@b.test' }, fields: { nosuch: 1 } },
      { name: 'next', type: 'workflow.start', workflow: 'Nowhere' },
    ];
    const { revision } = (await write(builder.ask, id, 1, steps)).body;
    const rejected = await builder.ask(`POST /workflows/${id}/publish`, { revision, version: 0 });
    expect([rejected.status, rejected.body.code]).toEqual([400, 'steps_refused']);
    expect(rejected.body.detail).toContain(
      'steps[0].match.emial: Unknown lead field "emial". Did you mean email?',
    );
    const check = async (ask: Ask) =>
      (await ask('POST /workflows/check', { workflow: id, steps })).body.problems;
    expect(await check(admin)).toMatchObject([
      { path: [0, 'match', 'emial'], line: null },
      { path: [0, 'fields', 'nosuch'], message: 'Unknown lead field "nosuch".' },
      { path: [1, 'workflow'], message: 'There is no workflow "Nowhere" in this workspace.' },
    ]);
    // The error must not tell users which workflows exist that they can't see.
    expect(await check(builder.ask)).toHaveLength(2);
  });

  test('discarding a draft returns to the published version', async () => {
    const id = await published(builder.ask, [stop]);
    const { draft } = await view(builder.ask, id);
    const { revision } = (await write(builder.ask, id, draft.revision, [], 1)).body;
    expect((await builder.ask(`POST /workflows/${id}/draft/discard`, { revision })).status).toBe(200);
    expect((await view(builder.ask, id)).draft).toMatchObject({ is_changed: false, steps: [stop] });
  });
});

describe('differences', () => {
  const compare = async (from: unknown, to: unknown) => {
    const id = await make(builder.ask);
    return (await builder.ask(`POST /workflows/${id}/compare`, { from, to })).body.differences;
  };
  const set = (name: string, note: string) => ({ name, type: 'set', values: { note } });

  test('are listed step by step: added, removed, changed, moved, renamed, including nested steps', async () => {
    const check = (inner: unknown[]) => ({ name: 'check', type: 'branch', if: '{{ true }}', else: inner });
    const found = await compare(
      [set('a', '1'), set('b', '2'), set('c', '3'), check([set('d', '4'), set('e', '5')])],
      [set('b', '2'), set('a', 'one'), check([set('d', '4'), set('f', '6')]), set('z', '3')],
    );
    expect(found).toEqual([
      {
        kind: 'changed',
        name: 'a',
        old_name: null,
        type: 'set',
        place: '',
        fields: [{ field: 'values.note', old: '1', new: 'one' }],
      },
      {
        kind: 'added',
        name: 'f',
        old_name: null,
        type: 'set',
        place: 'check › else',
        fields: [{ field: 'values.note', old: null, new: '6' }],
      },
      { kind: 'changed', name: 'z', old_name: 'c', type: 'set', place: '', fields: [] },
      {
        kind: 'removed',
        name: 'e',
        old_name: null,
        type: 'set',
        place: 'check › else',
        fields: [{ field: 'values.note', old: '5', new: null }],
      },
    ]);
    const moved = await compare([set('a', '1'), set('b', '2')], [set('b', '2'), set('a', '1')]);
    expect(moved).toMatchObject([{ kind: 'moved', name: 'a' }]);
    expect(await compare([set('a', '1')], [set('a', '1')])).toEqual([]);
  });
});

describe('permissions', () => {
  test("another user's workflow is hidden from users who see only their own, and another workspace's workflow is hidden from everyone", async () => {
    const id = await make(admin);
    for (const ask of [builder.ask, stranger]) {
      for (const operation of [
        `GET /workflows/${id}`,
        `GET /workflows/${id}/versions`,
        `GET /workflows/${id}/samples`,
      ]) {
        expect((await ask(operation)).status).toBe(404);
      }
      expect((await write(ask, id, 1, [])).status).toBe(404);
      expect((await ask(`POST /workflows/${id}/publish`, { revision: 1, version: 0 })).status).toBe(404);
      expect((await ask(`POST /workflows/${id}/try`, { steps: [stop], input: { data: {} } })).status).toBe(
        404,
      );
      expect((await ask(`POST /workflows/${id}/compare`, { from: [], to: 'draft' })).status).toBe(404);
      expect((await ask(`DELETE /workflows/${id}`)).status).toBe(404);
    }
    const { body } = await builder.ask('GET /workflows');
    expect(body.workflows.map((one: { owner: { id: number } }) => one.owner.id)).toEqual(
      body.workflows.map(() => builder.user.id),
    );
    expect((await admin('GET /workflows')).body.total).toBeGreaterThan(body.total);
    for (const { triggers } of body.workflows) expect(triggers).toContain('webhook');
  });

  test('users with view-only access cannot change anything', async () => {
    const id = await published(builder.ask, [stop]);
    expect((await view(viewer, id)).may_edit).toBe(false);
    for (const [operation, body] of [
      [`PUT /workflows/${id}/draft`, { revision: 2, base_version: 1, steps: [] }],
      [`PATCH /workflows/${id}`, { enabled: true }],
      [`POST /workflows/${id}/try`, { steps: [stop], input: { data: {} } }],
      [`POST /workflows/${id}/copies`, { name: 'Copy' }],
      [`DELETE /workflows/${id}`, undefined],
    ] as const) {
      expect((await viewer(operation, body)).status, operation).toBe(403);
    }
  });

  test('a copy belongs to its creator, and names are unique', async () => {
    const id = await make(builder.ask, 'partner');
    const { name, draft } = await view(builder.ask, id);
    expect((await builder.ask(`POST /workflows/${id}/copies`, { name })).body.code).toBe('name_taken');
    const copy = (await admin(`POST /workflows/${id}/copies`, { name: `${name} copy` })).body.id;
    expect(await view(admin, copy)).toMatchObject({
      owner: { name: 'Ada Admin' },
      version: 0,
      draft: { steps: draft.steps },
    });
    expect((await builder.ask(`PATCH /workflows/${id}`, { name: `${name} copy` })).body.code).toBe(
      'name_taken',
    );
  });

  test('the console can list everything that a deletion would stop', async () => {
    const id = await published(admin, [stop]);
    const { name } = await view(admin, id);
    const starter = await published(admin, [{ name: 'go', type: 'workflow.start', workflow: name }]);
    const { body } = await admin(`GET /workflows/${id}/what-stops`);
    expect(body.unfinished_runs).toBe(0);
    expect(body.started_by.map((one: { id: number }) => one.id)).toEqual([starter]);
    expect((await admin(`DELETE /workflows/${id}`)).status).toBe(200);
    expect((await admin(`GET /workflows/${id}`)).status).toBe(404);
  });
});

describe('editor support', () => {
  const check = async (steps: unknown) =>
    (await builder.ask('POST /workflows/check', { workflow: await make(builder.ask), steps })).body.problems;

  test('an error has a position: step, field, line and column', async () => {
    const branch = {
      name: 'b',
      type: 'branch',
      if: '{{ true }}',
      else: [{ ...stop, message: 'a\n{{ __data.x|uper }}' }],
    };
    expect(await check([branch])).toEqual([
      {
        path: [0, 'else', 0, 'message'],
        message: 'There is no filter uper. Did you mean upper?',
        line: 2,
        column: 13,
      },
    ]);
    expect(await check([stop, { name: 'b', type: 'branch', if: '{{ true }}', else: [stop] }])).toMatchObject([
      { path: [1, 'else', 0, 'name'] },
    ]);
  });

  test('an incomplete step does not hide errors in other steps', async () => {
    const found = await check([
      { name: 'call', type: 'http.request', url: '' },
      { ...stop, message: '{{ nwo() }}' },
    ]);
    expect(found.map(({ path }: { path: unknown[] }) => path.join('.'))).toEqual(['0.url', '1.message']);
  });

  test('arbitrary values in a draft are treated as data', async () => {
    const odd = JSON.parse('[{"__proto__":{"x":1},"name":"constructor","type":"toString"}, 7, null, [[]]]');
    expect((await check(odd)).length).toBeGreaterThan(0);
    const id = await make(builder.ask);
    expect((await write(builder.ask, id, 1, odd)).status).toBe(200);
    expect((await builder.ask(`POST /workflows/${id}/compare`, { from: [], to: 'draft' })).status).toBe(200);
    const deep = JSON.parse('['.repeat(100) + ']'.repeat(100));
    expect((await write(builder.ask, id, 2, deep)).status).toBe(400);
  });

  test('every keyword and function of the template language is explained, and secrets appear only by name', async () => {
    const { body } = await builder.ask('GET /workflows/language');
    for (const kind of ['functions', 'filters', 'tests', 'tags']) {
      for (const word of body[kind]) expect(word.about, word.name).not.toBe('');
    }
    expect(body.secrets).toEqual(['partner']);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('users who can edit workflows see the names and origins of connections, and others see none (spec/connections §4.2)', async () => {
    const connection = { name: 'billing', type: 'bearer', origin: 'https://api.billing.test', token: secret };
    await changing(context(), workspace.id, (change) =>
      createConnection(change, { allow: new Set() }, connection),
    );
    const { body } = await builder.ask('GET /workflows/language');
    expect(body.connections).toEqual([{ name: 'billing', origin: 'https://api.billing.test' }]);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await viewer('GET /workflows/language')).body.connections).toEqual([]);
  });

  test('a preview shows the result without any part of a secret', async () => {
    const id = await make(builder.ask);
    const preview = async (source: string, more = {}) =>
      (await builder.ask(`POST /workflows/${id}/preview`, { source, input: { data: { n: 'ann' } }, ...more }))
        .body;
    expect(await preview('Hi {{ __data.n|upper }}')).toEqual({
      value: '"Hi ANN"',
      item: 'none',
      pending: [],
      problems: [],
    });
    expect((await preview('{{ __data.n is empty }}', { is_condition: true })).value).toBe('false');
    expect((await preview('{{ secrets.partner }}')).value).toBe('"[secret]"');
    expect((await preview('{{ secrets.partner|slice(0, 3) }}')).value).toBeNull();
    expect((await preview('{{ 1 / 0 }}')).problems).toMatchObject([
      { line: 1, message: 'Division by zero.' },
    ]);
  });

  test('a preview inside loops uses the first items, and says so when there are none', async () => {
    const id = await make(builder.ask);
    const loops = [
      { as: 'order', items: '{{ __data.orders }}' },
      { as: 'line', items: '{{ order.lines }}' },
    ];
    const preview = async (source: string, data: object) =>
      (await builder.ask(`POST /workflows/${id}/preview`, { source, loops, input: { data } })).body;
    const data = {
      orders: [
        { n: 1, lines: [{ sku: 'a' }, { sku: 'b' }] },
        { n: 2, lines: [] },
      ],
    };
    const source = '{{ order.n }}: {{ line.sku }}';
    expect(await preview(source, data)).toEqual({
      value: '"1: a"',
      item: 'first',
      pending: [],
      problems: [],
    });
    expect(await preview('{{ __data.orders|length }}', data)).toMatchObject({ value: '2', item: 'none' });
    for (const empty of [{}, { orders: [] }, { orders: 7 }, { orders: [{ n: 1 }] }]) {
      expect(await preview(source, empty)).toEqual({
        value: null,
        item: 'unknown',
        pending: [],
        problems: [],
      });
    }
    expect(await preview('{{ order.n }}', { orders: [{ n: 1 }] })).toMatchObject({
      value: '1',
      item: 'first',
    });
  });
});

describe('a test run', () => {
  const attempt = (id: number, steps: unknown, data: object = {}, answers = {}) =>
    builder.ask(`POST /workflows/${id}/try`, { steps, input: { data }, answers });
  const rows = () =>
    database.current.query(
      'select (select count(*) from leads)::int leads, (select count(*) from runs)::int runs, (select count(*) from lead_history)::int history',
    );

  test('skips disabled steps, and names them in its outline', async () => {
    const id = await make(builder.ask);
    const steps = [{ name: 'off', type: 'set', values: { a: 1 }, disabled: true, note: 'Later' }, stop];
    const { body } = await attempt(id, steps);
    expect(body.steps).toMatchObject([{ name: stop.name, status: 'succeeded' }]);
    expect(body.outline).toEqual([
      { name: 'off', type: 'set', is_disabled: true, depth: 0 },
      { name: stop.name, type: 'stop', is_disabled: false, depth: 0 },
    ]);
  });

  test('executes every step as the owner and leaves nothing behind', async () => {
    const id = await make(builder.ask);
    const before = await rows();
    const { status, body } = await attempt(
      id,
      [
        {
          name: 'save',
          type: 'lead.upsert',
          match: { email: '{{ __data.email }}' },
          fields: { first_name: 'Ann' },
        },
        { name: 'rest', type: 'wait', for: '2 days' },
        {
          name: 'ask',
          type: 'http.request',
          url: 'https://example.test/',
          headers: { 'x-key': '{{ secrets.partner }}' },
        },
        { name: 'find', type: 'lead.find', match: { email: '{{ __data.email }}' } },
        {
          name: 'note',
          type: 'set',
          values: {
            id: '{{ steps.ask.output.body.id }}',
            later: '{{ dateDiff(steps.save.output.date_added, now) }}',
          },
        },
        { name: 'answer', type: 'respond', body: { lead: '{{ steps.find.output.first_name }}' } },
        { name: 'tell', type: 'notify', user: builder.user.email, subject: 's', text: 't' },
        { name: 'end', type: 'stop', as: 'succeeded' },
      ],
      { email: 'tried@example.com' },
      { ask: { id: 7 } },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', error: null, owner: { name: 'Ben Builder' } });
    const steps = new Map(body.steps.map((step: { path: string }) => [step.path, step])) as Map<
      string,
      { input: string; output: string }
    >;
    expect([...steps.keys()]).toEqual(['save', 'rest', 'ask', 'find', 'note', 'answer', 'tell', 'end']);
    expect(JSON.parse(steps.get('find')?.output ?? '')).toMatchObject({ first_name: 'Ann' });
    expect(JSON.parse(steps.get('note')?.output ?? '')).toEqual({ id: 7, later: 2 });
    expect(JSON.parse(steps.get('answer')?.input ?? '')).toMatchObject({ body: { lead: 'Ann' } });
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(await rows()).toEqual(before);
  });

  test('fails like a real run if it emails an unknown user', async () => {
    const email = { name: 'tell', type: 'notify', user: 'x@y.test', subject: 's', text: 't' };
    expect((await attempt(await make(builder.ask), [email])).body).toMatchObject({
      status: 'failed',
      error: 'tell: user: There is no active user with that email address in this workspace.',
      steps: [{ path: 'tell', status: 'failed' }],
    });
  });

  test('is recorded in the audit log if it reads a secret', async () => {
    const id = await make(builder.ask);
    const send = {
      name: 'send',
      type: 'http.request',
      url: 'https://a.test/',
      headers: { 'x-key': '{{ secrets.partner }}' },
    };
    const tried = async () =>
      (await listAudit(context(), workspace.id, { limit: 1_000 })).filter(
        ({ action, subject }) => action === 'steps tried' && subject.id === id,
      );
    expect((await attempt(id, [stop])).status).toBe(200);
    expect(await tried()).toEqual([]);
    expect((await attempt(id, [send])).status).toBe(200);
    const [entry] = await tried();
    expect(entry).toMatchObject({ user: { id: builder.user.id }, new: { secrets: ['partner'] } });
    expect(JSON.stringify(entry)).not.toContain(secret);
  });

  test('fails at the same step as a real run, and reports the results of the steps before it', async () => {
    const id = await make(builder.ask);
    const { body } = await attempt(id, [
      { name: 'a', type: 'set', values: { x: '1' } },
      { name: 'b', type: 'lead.find', match: { email: '{{ __data.none }}' } },
    ]);
    expect(body.status).toBe('failed');
    expect(body.error).toContain('b: match.email: The value is empty');
    expect(body.steps.map(({ path, status }: { path: string; status: string }) => [path, status])).toEqual([
      ['a', 'succeeded'],
      ['b', 'failed'],
    ]);
  });

  test('is stopped if it would never end', async () => {
    const id = await make(builder.ask);
    const loop = {
      name: 'l',
      type: 'for_each',
      items: '{{ 1..900 }}',
      steps: [{ name: 'a', type: 'set', values: { x: '1' } }],
    };
    expect((await attempt(id, [loop])).body.status).toBe('unfinished');
  });

  test('reports the position of steps that do not compile', async () => {
    const id = await make(builder.ask);
    const { status, body } = await attempt(id, [{ ...stop, message: '{{ nwo() }}' }]);
    expect([status, body.problems[0].path]).toEqual([400, '0.message']);
  });
});
