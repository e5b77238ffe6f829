// Starting a workflow by hand (spec/triggers §4).
import { describe, expect, test } from 'vitest';
import { type ShownTrigger, saveTriggers, triggersSchema } from '../../../src/core/triggers/index.ts';
import { saveWorkflow } from '../../../src/core/workflows/index.ts';
import { buildApiCaller, buildBusyWorkspace } from '../../harness/api-callers.ts';
import { changing } from '../../harness/builders.ts';
import { useApi } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

/** A workflow with these triggers, and a caller who administers its workspace. */
async function build(triggers: unknown[], enabled = true) {
  const { context } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const caller = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
  const save = (list: unknown[] | undefined) =>
    changing(context, workspace.id, async (change): Promise<ShownTrigger[]> => {
      const steps = [{ name: 'end', type: 'stop', as: 'succeeded' }];
      const wanted = { name: 'Started', owner: caller.user.email, enabled, steps };
      const saved = await saveWorkflow(change, wanted);
      id = saved.id;
      return saveTriggers(change, saved, list && triggersSchema.parse(list));
    });
  let id = 0;
  const shown = await save(triggers);
  const start = (body?: unknown, headers = {}) =>
    caller.ask('POST', `/api/workflows/${id}/start`, { body, headers });
  const runs = async () =>
    (
      await database.current.asAdministrator((client) =>
        client.query('select id, input, depth, trigger from runs where workflow_id = $1 order by id', [id]),
      )
    ).rows;
  return { start, runs, save, shown };
}

const inputs = [
  { name: 'reason', required: true },
  { name: 'count', type: 'number' },
  { name: 'urgent', type: 'boolean' },
  { name: 'day', type: 'date' },
];

describe('POST /api/workflows/{id}/start', () => {
  test('stores a run that reads the data, without reserved names (spec/triggers §1.3, §4.2)', async () => {
    const { start, runs } = await build([]);
    const { status, json } = await start({ data: { a: [1, null], __headers: { x: 1 }, __trigger: 'x' } });
    expect(status).toBe(202);
    const [run] = await runs();
    expect(json).toEqual({ run_id: run.id });
    expect(run).toMatchObject({ depth: 0, trigger: 'manual' });
    expect(JSON.parse(run.input)).toEqual({ a: [1, null], __headers: {}, __trigger: 'manual' });
  });

  test('checks inputs by name, presence and type, in this order (spec/triggers §4.1, §4.3)', async () => {
    const { start, runs } = await build([{ type: 'manual', inputs }]);
    const refusals = [
      [{ other: 1 }, 'data.other: there is no such input.'],
      [{ count: 'x' }, 'data.reason: is required.'],
      [{ reason: '' }, 'data.reason: is required.'],
      [{ reason: 7 }, 'data.reason: must be a text.'],
      [{ reason: 'x', count: '7' }, 'data.count: must be a number.'],
      [{ reason: 'x', urgent: 1 }, 'data.urgent: must be true or false.'],
      [{ reason: 'x', day: '2026-02-30' }, 'data.day: must be a date such as 2026-11-30.'],
    ] as const;
    for (const [data, message] of refusals)
      expect((await start({ data })).json).toEqual({ error: { code: 400, message } });
    expect(await runs()).toEqual([]);
    expect((await start({ data: { reason: 'x', day: '2026-11-30', urgent: null } })).status).toBe(202);
    const [run] = await runs();
    expect(JSON.parse(run.input)).toEqual({
      ...{ reason: 'x', count: null, urgent: null, day: '2026-11-30' },
      ...{ __headers: {}, __trigger: 'manual' },
    });
  });

  test('starts one run per Idempotency-Key, and none of a disabled workflow (spec/triggers §1.2, §4.3)', async () => {
    const { start, runs } = await build([]);
    const headers = { 'idempotency-key': 'one' };
    const [first, second] = [await start({}, headers), await start({}, headers)];
    expect(second.text).toBe(first.text);
    expect(await runs()).toHaveLength(1);
    const off = await build([], false);
    expect((await off.start()).json.error).toEqual({
      code: 409,
      message: '"Started" is switched off, or its owner is. Switch it on first.',
    });
  });
});

describe('triggers', () => {
  test('have all defaults, stay if they are left out, and are removed by an empty list (spec/triggers §1.1)', async () => {
    const { save, shown } = await build([
      { type: 'schedule', cron: '0 8 * * *' },
      { type: 'lead.updated', fields: ['city'] },
      { type: 'manual', inputs: [{ name: 'a' }] },
    ]);
    expect(shown).toMatchObject([
      { type: 'schedule', cron: '0 8 * * *', timezone: 'UTC', catch_up: 'last' },
      { type: 'lead.updated', fields: ['city'], filters: [], match: 'all' },
      { type: 'manual', inputs: [{ name: 'a', label: 'a', type: 'text', required: false }] },
    ]);
    expect(await save(undefined)).toHaveLength(3);
    expect(await save([])).toEqual([]);
  });

  test('name fields that exist', async () => {
    const { save } = await build([]);
    await expect(save([{ type: 'lead.updated', fields: ['city', 'none'] }])).rejects.toMatchObject({
      path: [0, 'fields', 1],
      message: 'there is no field "none".',
    });
    await expect(
      save([{ type: 'lead.created', filters: [{ alias: 'none', operator: 'eq', value: 1 }] }]),
    ).rejects.toMatchObject({ path: [0, 'filters'], message: 'there is no filterable field "none".' });
  });
});
