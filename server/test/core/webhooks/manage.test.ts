// Managing webhooks over REST and with `hark apply` (spec/events §3).
import { describe, expect, test } from 'vitest';
import { listAudit } from '../../../src/core/audit/index.ts';
import { applyText, checkProvisioningFile } from '../../../src/core/provisioning/index.ts';
import { testActor } from '../../harness/builders.ts';
import { useRest } from '../../harness/rest-stage.ts';
import { tablesWith } from '../../harness/tables-with.ts';

const rest = useRest();
const admin = rest.caller({ isAdmin: true });
const sales = rest.caller({ permissions: { 'leads.view': 'all' } });

let made = 0;
const values = (more: object = {}) => ({
  name: `Hook ${++made}`,
  url: 'https://hook.example.test/in?key=1',
  types: ['lead.created'],
  ...more,
});
const create = async (more: object = {}, headers = {}) => {
  const answer = await admin.ask('POST', '/api/webhooks/new', { body: values(more), headers });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.webhook;
};

describe('over REST (spec/events §3.2)', () => {
  test('a repeated request with the same key returns the same webhook and secret, and stores no secret', async () => {
    const headers = { 'Idempotency-Key': `webhook-${++made}` };
    const body = values();
    const ask = () => admin.ask('POST', '/api/webhooks/new', { body, headers });
    const [first, again] = [await ask(), await ask()];
    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(first.json.webhook.secret).toMatch(/^whsec_/);
    expect(await tablesWith(rest.database.current, first.json.webhook.secret)).toEqual([]);
  });

  test('a webhook can be sent back as it was read, but its read-only values stay as they are', async () => {
    const { secret, ...webhook } = await create();
    const path = `/api/webhooks/${webhook.id}`;
    const same = await admin.ask('PUT', path, { body: webhook });
    expect(same.json).toEqual({ webhook });
    const failing = { failing_since: '2026-11-30T12:00:00.000Z' };
    const changed = await admin.ask('PATCH', path, { body: failing });
    expect([changed.status, changed.json.error.message]).toEqual([400, "failing_since: can't be changed."]);
    const secretChange = await admin.ask('PATCH', path, { body: { secret } });
    expect(secretChange.json.error.message).toBe('secret: there is no such key.');
  });

  test('permissions are checked before the body (spec/events §3.4)', async () => {
    const { id } = await create();
    for (const path of ['new', `${id}/rotate`, `${id}/test`, `${id}/replay`]) {
      const answer = await sales.ask('POST', `/api/webhooks/${path}`, { body: [] });
      expect(answer.json, path).toEqual({
        error: { code: 403, message: 'Only administrators can manage webhooks.' },
      });
    }
  });

  test.each([
    [{ name: 'x'.repeat(201) }, 'name: must have at most 200 characters.'],
    [{ types: ['lead.created', 'lead.created'] }, 'types: must be a list of event types.'],
    [{ types: [1] }, 'types: must be a list of event types.'],
    [{ url: 'https://example.test/#' }, 'url: must not contain a user name, a password or a fragment.'],
    [{ url: 'https://u@example.test/' }, 'url: must not contain a user name, a password or a fragment.'],
    [{ url: 'javascript:alert(1)' }, 'url: must be an http or https address.'],
    [{ filters: 'all' }, 'filters: must be a list.'],
    [{ match: 'none' }, 'match: must be all or any.'],
    [{ secret: `whsec_${'A'.repeat(88)}` }, 'secret: must be whsec_ followed by base64 of 24 to 64 bytes.'],
  ])('rejects %j (spec/events §3.3)', async (more, message) => {
    const answer = await admin.ask('POST', '/api/webhooks/new', { body: values(more) });
    expect([answer.status, answer.json.error.message]).toEqual([400, message]);
  });

  test('an existing name is rejected, for a new webhook and for a change', async () => {
    const [one, two] = [await create(), await create()];
    const message = 'name: is already taken by another webhook.';
    const fresh = await admin.ask('POST', '/api/webhooks/new', { body: values({ name: one.name }) });
    const renamed = await admin.ask('PATCH', `/api/webhooks/${two.id}`, { body: { name: one.name } });
    expect([fresh.json.error.message, renamed.json.error.message]).toEqual([message, message]);
  });

  test('every change is in the audit log, without secrets', async () => {
    const { id, name, secret } = await create();
    await admin.ask('PATCH', `/api/webhooks/${id}`, { body: { active: false } });
    await admin.ask('POST', `/api/webhooks/${id}/rotate`);
    await admin.ask('PATCH', `/api/webhooks/${id}`, { body: { active: true } });
    await admin.ask('POST', `/api/webhooks/${id}/replay`, { body: { from: '2026-11-30T12:00:00Z' } });
    await admin.ask('DELETE', `/api/webhooks/${id}`);
    const page = { limit: 10, subjectType: 'webhook', subjectId: id } as const;
    const entries = await listAudit(rest.context, rest.workspace.id, page);
    expect(entries.map(({ action }) => action)).toEqual([
      'deleted',
      'events replayed',
      'changed',
      'changed',
      'changed',
      'created',
    ]);
    expect(entries.every(({ subject }) => subject.name === name)).toBe(true);
    expect(entries.at(-2)).toMatchObject({ old: { active: true }, new: { active: false } });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('with hark apply (spec/events §3.1)', () => {
  const apply = async (webhooks: object[], showSecrets = false) => {
    const file = { workspaces: [{ base_url: rest.workspace.baseUrl, webhooks }] };
    const read = checkProvisioningFile(JSON.stringify(file));
    const result = await applyText(rest.context, testActor, read, { showSecrets });
    return result.workspaces[0]?.webhooks ?? [];
  };

  test('prints the secret only when it is new, or on request', async () => {
    const item = values();
    const [first] = await apply([item]);
    expect(first).toMatchObject({ name: item.name, secret: expect.stringMatching(/^whsec_/) });
    expect((await apply([item]))[0]).not.toHaveProperty('secret');
    expect((await apply([{ name: item.name }], true))[0]).toEqual(first);
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    expect((await apply([{ name: item.name, secret }]))[0]).toMatchObject({ secret });
    expect((await apply([{ name: item.name, secret }]))[0]).not.toHaveProperty('secret');
    expect(await apply([{ name: item.name, state: 'absent' }])).toEqual([
      { name: item.name, state: 'absent' },
    ]);
    expect(await apply([{ name: item.name, state: 'absent' }])).toHaveLength(1);
  });

  test.each([
    [{ types: ['nonsense'] }, 'webhooks[0].types: there is no event type "nonsense".'],
    [{ url: undefined }, 'webhooks[0].url: must be an http or https address.'],
    [{ filters: [{ alias: 'nonsense', operator: 'eq', value: 1 }] }, 'webhooks[0].filters: there is no'],
    [{ match: 'some' }, 'webhooks[0].match: must be all or any.'],
    [{ color: 'red' }, 'webhooks[0].color: unknown key'],
  ])('names the path of an error in %j', async (more, message) => {
    await expect(apply([values(more)])).rejects.toThrow(message);
  });
});
