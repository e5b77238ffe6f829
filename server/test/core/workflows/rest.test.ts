// Workflows over REST (spec/rest-api §12).
import { beforeAll, describe, expect, test } from 'vitest';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { type ApiCaller, buildApiCaller, buildBusyWorkspace } from '../../harness/api-callers.ts';
import { useApi } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);
let workspace: Workspace;
let admin: ApiCaller;
let builder: ApiCaller;
let stranger: ApiCaller;
beforeAll(async () => {
  const { context } = database.current;
  workspace = await buildBusyWorkspace(context);
  const build = (permissions: object) => buildApiCaller(context, api, workspace, { permissions }, 'api_key');
  admin = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
  builder = await build({ 'workflows.view': 'all', 'workflows.edit': 'own' });
  stranger = await build({});
});

const set = (name = 'a') => ({ name, type: 'set', values: { [name]: 1 } });
let names = 0;
const create = async (body: object = {}, caller = admin) => {
  names += 1;
  const { status, json, text } = await caller.ask('POST', '/api/workflows/new', {
    body: { name: `Flow ${names}`, ...body },
  });
  expect(status, text).toBe(201);
  return json.workflow;
};
const at = (id: number, action = '') => `/api/workflows/${id}${action}`;
const read = async (id: number) => (await admin.ask('GET', at(id))).json.workflow;
const patch = (id: number, body: object, caller = admin) => caller.ask('PATCH', at(id), { body });
const publish = (id: number, body?: object) => admin.ask('POST', at(id, '/publish'), { body });
const start = (id: number) => admin.ask('POST', at(id, '/start'));
const codeOf = (answer: { status: number; headers: Record<string, unknown> }) => [
  answer.status,
  answer.headers['hark-error'],
];

describe('reading (spec/rest-api §12.1)', () => {
  test('a list has the summary, and a single read adds steps, draft and listener', async () => {
    const made = await create({ steps: [set()] });
    const { json } = await admin.ask('GET', `/api/workflows?name=${encodeURIComponent(made.name)}`);
    const { steps, draft, listener, ...summary } = made;
    expect(json).toEqual({ total: '1', workflows: [summary] });
    expect(await read(made.id)).toEqual(made);
    expect([steps, draft]).toEqual([[], { revision: 1, steps: [set()] }]);
    expect(listener).toMatchObject({ add_authentication: false, respond_with: 'receipt' });
    expect(listener.url).toMatch(/\/listener\/[0-9a-f]{32}\/[0-9a-f]{32}$/);
  });

  test('the list is by id, in pages and by cursor, and a filter by another name is empty', async () => {
    await create();
    await create();
    const all = (await admin.ask('GET', '/api/workflows?limit=100')).json;
    const ids = all.workflows.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const page = (await admin.ask('GET', '/api/workflows?limit=1&start=1')).json;
    expect([page.total, page.workflows[0].id]).toEqual([String(ids.length), ids[1]]);
    const walked: number[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const { json } = await admin.ask('GET', `/api/workflows?limit=2&fields=id&after=${after}`);
      walked.push(...json.workflows.map(({ id }: { id: number }) => id));
      after = json.next;
    }
    expect(walked).toEqual(ids);
    expect((await admin.ask('GET', '/api/workflows?name=flow')).json).toEqual({ total: '0', workflows: [] });
  });

  test('a user sees only workflows that they can view', async () => {
    const { id } = await create();
    expect((await stranger.ask('GET', '/api/workflows')).json).toEqual({ total: '0', workflows: [] });
    const missing = await stranger.ask('GET', at(id));
    expect([missing.status, missing.json.error.message]).toEqual([404, 'Item was not found.']);
    expect((await builder.ask('GET', at(id))).status).toBe(200);
  });

  test('fields limits both, and an unknown one is rejected', async () => {
    const { id } = await create();
    const { json } = await admin.ask('GET', `${at(id)}?fields=draft`);
    expect(json).toEqual({ workflow: { id, draft: null } });
    expect(codeOf(await admin.ask('GET', '/api/workflows?fields=draft'))).toEqual([
      400,
      'invalid_value; field=fields',
    ]);
  });
});

describe('writing (spec/rest-api §12.2)', () => {
  test('a new workflow is a disabled draft of the caller; wrong steps are saved too', async () => {
    const steps = [{ type: 'no such type' }, 7];
    const made = await create({ steps }, builder);
    expect(made).toMatchObject({ enabled: false, version: 0, published_at: null, has_draft: true });
    expect([made.owner.id, made.draft.steps]).toEqual([builder.user.id, steps]);
  });

  test('only administrators choose another owner, by email address or id', async () => {
    const refused = await builder.ask('POST', '/api/workflows/new', {
      body: { name: 'Mine', owner: admin.user.email },
    });
    expect(codeOf(refused)).toEqual([403, 'forbidden']);
    expect((await create({ owner: builder.user.email.toUpperCase() })).owner.id).toBe(builder.user.id);
    const { id } = await create({ owner: { id: builder.user.id } });
    const changed = await patch(id, { owner: { id: admin.user.id, name: 'ignored' } });
    expect(changed.json.workflow.owner.id).toBe(admin.user.id);
    expect(codeOf(await patch(id, { owner: 'nobody@example.test' }))).toEqual([
      400,
      'invalid_value; field=owner',
    ]);
    expect(codeOf(await patch(id, { owner: { id: 999_999 } }))).toEqual([400, 'invalid_value; field=owner']);
  });

  test('a role without workflows.edit is rejected after the form of the body, and before names are compared', async () => {
    const { name } = await create();
    const post = (body: object) => stranger.ask('POST', '/api/workflows/new', { body });
    expect(codeOf(await post({ name }))).toEqual([403, 'forbidden']);
    expect(codeOf(await post({ name, stepz: [] }))).toEqual([400, 'unknown_field; field=stepz']);
  });

  test.each([
    [{}, 'required; field=name'],
    [{ name: ' ' }, 'required; field=name'],
    [{ name: 'x'.repeat(201) }, 'invalid_value; field=name'],
    [{ name: 'x', steps: {} }, 'invalid_value; field=steps'],
    [{ name: 'x', enabled: 'yes' }, 'invalid_value; field=enabled'],
    [{ name: 'x', owner: 7 }, 'invalid_value; field=owner'],
    [{ name: 'x', listener: { respond_with: 'nothing' } }, 'invalid_value; field=listener'],
    [{ name: 'x', revision: 1 }, 'unknown_field; field=revision'],
  ])('the new workflow %j is rejected', async (body, header) => {
    expect(codeOf(await admin.ask('POST', '/api/workflows/new', { body }))).toEqual([400, header]);
  });

  test('a name that is taken is a duplicate, for a new workflow and for a renamed one', async () => {
    const [one, other] = [await create(), await create()];
    const taken = await admin.ask('POST', '/api/workflows/new', { body: { name: one.name } });
    expect(codeOf(taken)).toEqual([400, 'duplicate; field=name']);
    expect(codeOf(await patch(other.id, { name: one.name }))).toEqual([400, 'duplicate; field=name']);
    expect((await patch(other.id, { name: other.name })).status).toBe(200);
  });

  test('the key and secrets of a listener are written and never returned', async () => {
    const listener = {
      add_authentication: true,
      endpoint_key: 'key-canary',
      endpoint_secret: 'secret-canary-0123456789',
      signature: { scheme: 'github', secret: 'signature-canary' },
    };
    const { id } = await create({ listener });
    const { text, json } = await admin.ask('GET', at(id));
    expect(text).not.toContain('canary');
    expect(json.workflow.listener).toMatchObject({
      add_authentication: true,
      signature: { scheme: 'github' },
    });
    const changed = await patch(id, { listener: { allow_cors: true } });
    expect(changed.json.workflow.listener).toEqual({ ...json.workflow.listener, allow_cors: true });
  });

  test('a workflow can be sent back as it was read, with its draft and without one', async () => {
    const { id } = await create({ steps: [set()], listener: { add_authentication: true } });
    const send = async () => {
      const before = await read(id);
      const { status, json, text } = await admin.ask('PUT', at(id), { body: before });
      expect([status, json.workflow], text).toEqual([200, before]);
    };
    await send();
    await publish(id);
    await send();
    await patch(id, { steps: [set('b')] });
    await send();
  });

  test.each([
    [{ id: 1 }, 'read_only; field=id'],
    [{ version: 9 }, 'read_only; field=version'],
    [{ has_draft: true }, 'read_only; field=has_draft'],
    [{ draft: { revision: 1, steps: [] } }, 'read_only; field=draft'],
    [{ listener: { url: 'https://elsewhere.test' } }, 'read_only; field=listener'],
    [{ nmae: 'x' }, 'unknown_field; field=nmae'],
    [{ name: '' }, 'required; field=name'],
  ])('the change %j is rejected', async (body, header) => {
    const { id } = await create();
    expect(codeOf(await patch(id, body))).toEqual([400, header]);
  });

  test('an outdated revision is a conflict, and nothing is changed', async () => {
    const { id, name, draft } = await create({ steps: [set()] });
    const { revision } = draft;
    expect((await patch(id, { steps: [set('b')], revision })).status).toBe(200);
    expect(codeOf(await patch(id, { name: `${name} 2`, revision }))).toEqual([409, 'conflict']);
    expect(codeOf(await publish(id, { revision }))).toEqual([409, 'conflict']);
    expect(await read(id)).toMatchObject({ name, version: 0, draft: { steps: [set('b')] } });
  });

  test('a viewer can neither change, publish nor delete', async () => {
    const { id } = await create();
    for (const [method, action, body] of [
      ['PATCH', '', { name: 'Taken over' }],
      ['POST', '/publish', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await builder.ask(method, at(id, action), { body });
      expect(codeOf(answer)).toEqual([403, 'forbidden']);
      expect(answer.json.error.message).toBe('You need edit access to this workflow.');
      expect((await stranger.ask(method, at(id, action), { body })).status).toBe(404);
    }
  });

  test('with the same Idempotency-Key, one workflow is created', async () => {
    const options = { body: { name: 'Once' }, headers: { 'Idempotency-Key': 'create-once' } };
    const first = await admin.ask('POST', '/api/workflows/new', options);
    const again = await admin.ask('POST', '/api/workflows/new', options);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test('a deleted workflow is gone', async () => {
    const { id } = await create();
    expect((await admin.ask('DELETE', at(id))).status).toBe(204);
    expect((await admin.ask('DELETE', at(id))).status).toBe(404);
  });
});

describe('publishing (spec/rest-api §12.3)', () => {
  test('publishes the draft as the next version, and changes nothing without a draft', async () => {
    const { id } = await create({ steps: [set()] });
    const { json } = await publish(id);
    expect(json.workflow).toMatchObject({ version: 1, has_draft: false, draft: null, steps: [set()] });
    expect((await publish(id, {})).json.workflow).toEqual(json.workflow);
    await patch(id, { steps: [set('b')] });
    expect(await read(id)).toMatchObject({ version: 1, steps: [set()], draft: { steps: [set('b')] } });
    expect((await publish(id)).json.workflow).toMatchObject({ version: 2, steps: [set('b')] });
  });

  test('steps with errors are rejected with every problem, and the version stays', async () => {
    const { id } = await create({ steps: [set()] });
    await publish(id);
    await patch(id, {
      steps: [
        { name: 'a', type: 'nothing' },
        { name: 'b', type: 'wait' },
        { name: 'c', type: 'lead.upsert', match: { emial: 'a@b.test' }, fields: {} },
      ],
    });
    const answer = await publish(id);
    expect(codeOf(answer)).toEqual([400, 'invalid_value; field=steps']);
    expect(answer.json.error.message).toMatch(
      /^steps\[0\]\.type: .*\nsteps\[1\].*\nsteps\[2\]\.match\.emial: /s,
    );
    expect((await read(id)).version).toBe(1);
  });

  test('a workflow without steps cannot be published', async () => {
    const { id } = await create();
    expect(codeOf(await publish(id))).toEqual([400, 'invalid_value; field=steps']);
  });
});

describe('starting (spec/rest-api §12.4)', () => {
  test('a workflow that is enabled before it is published starts runs once it is published', async () => {
    const { id, name, enabled } = await create({ steps: [set()], enabled: true });
    expect(enabled).toBe(true);
    const early = await start(id);
    expect(codeOf(early)).toEqual([409, 'not_published']);
    expect(early.json.error.message).toBe(`"${name}" has never been published. Publish it first.`);
    expect((await publish(id)).json.workflow.enabled).toBe(true);
    expect((await start(id)).status).toBe(202);
    await patch(id, { enabled: false });
    expect(codeOf(await start(id))).toEqual([409, 'switched_off']);
  });

  test('one that was disabled again before it was published stays disabled', async () => {
    const { id } = await create({ steps: [set()], enabled: true });
    await patch(id, { enabled: false });
    expect((await publish(id)).json.workflow.enabled).toBe(false);
  });
});
