// Workflows over REST (spec/rest-api §12).
import { describe, expect, test } from 'vitest';
import { errorOf, readPages, useRest } from '../../harness/rest-stage.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });
const builder = rest.caller({ permissions: { 'workflows.view': 'all', 'workflows.edit': 'own' } });
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
    const walked = await readPages<{ id: number }>(
      admin.ask,
      '/api/workflows?limit=2&fields=id',
      'workflows',
    );
    expect(walked.map(({ id }) => id)).toEqual(ids);
    expect((await admin.ask('GET', '/api/workflows?name=flow')).json).toEqual({ total: '0', workflows: [] });
  });

  test('fields limits both, and an unknown one is rejected', async () => {
    const { id } = await create();
    const { json } = await admin.ask('GET', `${at(id)}?fields=draft`);
    expect(json).toEqual({ workflow: { id, draft: null } });
    expect(errorOf(await admin.ask('GET', '/api/workflows?fields=draft'))).toEqual([
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
    expect(errorOf(refused)).toEqual([403, 'forbidden']);
    expect((await create({ owner: builder.user.email.toUpperCase() })).owner.id).toBe(builder.user.id);
    const { id } = await create({ owner: { id: builder.user.id } });
    const changed = await patch(id, { owner: { id: admin.user.id, name: 'ignored' } });
    expect(changed.json.workflow.owner.id).toBe(admin.user.id);
    expect(errorOf(await patch(id, { owner: 'nobody@example.test' }))).toEqual([
      400,
      'invalid_value; field=owner',
    ]);
    expect(errorOf(await patch(id, { owner: { id: 999_999 } }))).toEqual([400, 'invalid_value; field=owner']);
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
    expect(errorOf(await admin.ask('POST', '/api/workflows/new', { body }))).toEqual([400, header]);
  });

  test('a name that is taken is a duplicate, for a new workflow and for a renamed one', async () => {
    const [one, other] = [await create(), await create()];
    const taken = await admin.ask('POST', '/api/workflows/new', { body: { name: one.name } });
    expect(errorOf(taken)).toEqual([400, 'duplicate; field=name']);
    expect(errorOf(await patch(other.id, { name: one.name }))).toEqual([400, 'duplicate; field=name']);
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
    expect(errorOf(await patch(id, body))).toEqual([400, header]);
  });
});

test('a workflow without steps cannot be published (spec/rest-api §12.3)', async () => {
  const { id } = await create();
  expect(errorOf(await publish(id))).toEqual([400, 'invalid_value; field=steps']);
});

describe('starting (spec/rest-api §12.4)', () => {
  test('a workflow that is enabled before it is published starts runs once it is published', async () => {
    const { id, name, enabled } = await create({ steps: [set()], enabled: true });
    expect(enabled).toBe(true);
    const early = await start(id);
    expect(errorOf(early)).toEqual([409, 'not_published']);
    expect(early.json.error.message).toBe(`"${name}" has never been published. Publish it first.`);
    expect((await publish(id)).json.workflow.enabled).toBe(true);
    expect((await start(id)).status).toBe(202);
    await patch(id, { enabled: false });
    expect(errorOf(await start(id))).toEqual([409, 'switched_off']);
  });

  test('one that was disabled again before it was published stays disabled', async () => {
    const { id } = await create({ steps: [set()], enabled: true });
    await patch(id, { enabled: false });
    expect((await publish(id)).json.workflow.enabled).toBe(false);
  });
});
