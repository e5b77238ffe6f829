import { beforeAll, describe, expect, test } from 'vitest';
import { recordCall } from '../../../src/core/agents/index.ts';
import { listAudit } from '../../../src/core/audit/index.ts';
import { erasePerson, type Person } from '../../../src/core/erasure/index.ts';
import { relayEvents } from '../../../src/core/event-feed/index.ts';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { startExport } from '../../../src/core/lead-files/index.ts';
import { createLead, deleteLead, editLead, restoreLead } from '../../../src/core/leads/index.ts';
import { saveView } from '../../../src/core/saved-views/index.ts';
import { createWebhook, queueDeliveries } from '../../../src/core/webhooks/index.ts';
import { sql } from '../../../src/db/driver/sql.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { holdOpen } from '../../harness/hold-open.ts';
import { buildPrincipal } from '../../harness/job-stage.ts';
import { useRest } from '../../harness/rest-stage.ts';
import { silent } from '../../harness/scratch-database.ts';
import { tablesWith as searchTables } from '../../harness/tables-with.ts';
import { untilBlocked } from '../../harness/until-blocked.ts';

const rest = useRest();
const { database } = rest;
const caller = rest.caller({ isAdmin: true });
const operator = { user: null, means: { type: 'command', name: 'erase' }, origin: 'a test' } as const;
const erase = async (person: Person, options?: { isTrial: boolean }) =>
  (await erasePerson(rest.context, operator, rest.workspace.id, person, options)).leads;

beforeAll(async () => {
  await changing(rest.context, rest.workspace.id, (change) =>
    saveLeadField(change, { alias: 'customer', type: 'text', unique: true }),
  );
});

/** Queues a delivery of every event so far to a webhook. */
async function queueAll(): Promise<void> {
  const { context, upkeep } = database.current;
  const types = ['lead.created', 'lead.updated', 'lead.deleted'];
  await changing(context, rest.workspace.id, (change) =>
    createWebhook(change, { name: 'Warehouse', url: 'https://warehouse.example.test/', types }),
  );
  await relayEvents(upkeep, { ...context, logger: silent }, [queueDeliveries]);
}

let made = 0;
const newSecret = () => `Zanzibar${++made}x`;
const keyed = () => ({ 'Idempotency-Key': `erase-${++made}` });
const create = async (body: object, headers = {}): Promise<LeadId> =>
  (await caller.ask('POST', '/api/leads/new', { body, headers })).json.lead.id;
const total = async () => Number((await caller.ask('GET', '/api/leads')).json.total);

const tablesWith = (text: string) => searchTables(database.current, text);
/** What an erasure returns that finds nothing. */
const nothing = { leads: [], runs: 0, files: 0, views: 0, calls: 0, proposals: 0 };
/** What is removed with a lead that nothing refers to. */
const noTraces = { history: 0, events: 0, webhook_deliveries: 0, answers: 0, agent_calls: 0, proposals: 0 };

describe('erasing a person', () => {
  test('removes all data about that person from every table, and keeps all data about others', async () => {
    const [secret, other] = [newSecret(), newSecret()];
    const body = { email: `${secret}@old.test`, last_name: secret, customer: secret };
    const id = await create(body, keyed());
    await create({ last_name: other, customer: other }, keyed());
    const items = [
      { id, city: secret },
      { email: `${other}@x.test`, id: -1 },
    ];
    await caller.ask('POST', '/api/leads/batch/edit', { body: { items }, headers: keyed() });
    await caller.ask('PATCH', `/api/leads/${id}`, {
      body: { email: `${secret}@new.test` },
      headers: keyed(),
    });
    await queueAll();
    const tables = [
      'events',
      'idempotent_answers',
      'lead_history',
      'lead_values',
      'leads',
      'webhook_deliveries',
    ];
    expect(await tablesWith(secret)).toEqual(tables);
    const before = await total();
    const removed = { ...noTraces, history: 3, events: 3, webhook_deliveries: 3, answers: 3 };
    expect(await erase({ email: `${secret.toUpperCase()}@NEW.test` })).toEqual([
      { id, state: 'live', removed },
    ]);
    expect(await tablesWith(secret)).toEqual([]);
    expect(await tablesWith(other)).toEqual(tables);
    expect(await total()).toBe(before - 1);
    expect((await caller.ask('GET', `/api/leads/${id}/history`)).status).toBe(404);
  });

  test('erases deleted leads by ID and by email address, together with the active lead', async () => {
    const secret = newSecret();
    const email = `${secret}@x.test`;
    const first = await create({ email });
    await caller.ask('DELETE', `/api/leads/${first}`);
    const second = await create({ email });
    await caller.ask('POST', '/api/leads/batch/delete', { body: { items: [{ id: second }] } });
    const third = await create({ email });
    const alone = await create({ last_name: secret });
    await caller.ask('DELETE', `/api/leads/${alone}`);
    const before = await total();
    expect((await erase({ email })).map(({ id, state }) => [id, state])).toEqual([
      [first, 'deleted'],
      [second, 'deleted'],
      [third, 'live'],
    ]);
    expect(await tablesWith(secret)).not.toEqual([]);
    expect(await erase({ lead: alone })).toHaveLength(1);
    expect(await tablesWith(secret)).toEqual([]);
    expect(await total()).toBe(before - 1);
    expect((await caller.ask('POST', `/api/leads/${first}/restore`)).status).toBe(404);
  });

  test('is recorded in the audit log with counts but without values', async () => {
    const secret = newSecret();
    const id = await create({ email: `${secret}@x.test` }, keyed());
    await erase({ email: `${secret}@x.test` });
    const [entry] = await listAudit(rest.context, rest.workspace.id, { limit: 1 });
    expect(entry).toMatchObject({
      action: 'erased',
      subject: { type: 'lead', id, name: `Lead ${id}` },
      old: {},
      new: { state: 'live', history: 1, answers: 1 },
      means: { type: 'command', name: 'erase' },
      origin: 'a test',
    });
    expect(await tablesWith(secret)).toEqual([]);
  });

  test('has a trial mode that returns the same result and changes nothing, including the audit log', async () => {
    const secret = newSecret();
    const id = await create({ last_name: secret }, keyed());
    const before = await tablesWith(secret);
    const entries = await listAudit(rest.context, rest.workspace.id, { limit: 1000 });
    const trial = await erase({ lead: id }, { isTrial: true });
    expect(await tablesWith(secret)).toEqual(before);
    expect(await listAudit(rest.context, rest.workspace.id, { limit: 1000 })).toEqual(entries);
    expect(await erase({ lead: id })).toEqual(trial);
  });

  test('removes searches for the person by users and by agents, even if there is no lead', async () => {
    const { context } = database.current;
    const email = `${newSecret()}@x.test`;
    const { user, role } = await buildPrincipal(database.current, rest.workspace, { isAdmin: true });
    const principal = { workspace: rest.workspace, user, role, means: { type: 'ui' } } as const;
    const filters = [{ alias: 'email', operator: 'eq', value: email.toUpperCase() }];
    const options = { filters, match: 'all', columns: ['id'] } as const;
    await startExport(context, principal, 'a test', { name: 'One person', options });
    await startExport(context, principal, 'a test', {
      name: `Only ${email}`,
      options: { ...options, filters: [] },
    });
    await saveView(context, principal, 'a test', { name: 'He', definition: { filters }, isShared: false });
    const agentCall = { principal, versions: { fields: 1, names: 1, values: 1 } } as never;
    await recordCall(context, agentCall, 'search_leads', { filters }, silent, async () => ({
      outcome: 'ok',
      error: null,
      resultBytes: 2,
      leads: [],
    }));
    // The audit log keeps the fact that leads were exported, and the name of the export.
    expect(await tablesWith(email)).toEqual(['agent_calls', 'audit_entries', 'jobs', 'saved_views']);
    const trial = await erasePerson(context, operator, rest.workspace.id, { email }, { isTrial: true });
    expect(trial).toEqual({ ...nothing, files: 2, views: 1, calls: 1 });
    expect(await erasePerson(context, operator, rest.workspace.id, { email })).toEqual(trial);
    expect(await tablesWith(email)).toEqual(['audit_entries']);
    expect((await listAudit(context, rest.workspace.id, { limit: 2 })).map(({ action }) => action)).toEqual([
      'erased',
      'erased',
    ]);
  });

  test('finds nothing the second time, for an unknown email address, or in another workspace', async () => {
    const { context } = database.current;
    const id = await create({ email: `${newSecret()}@x.test` });
    const elsewhere = await buildWorkspace(context);
    expect(await erasePerson(context, operator, elsewhere.id, { lead: id })).toEqual(nothing);
    expect(await erase({ lead: id })).toHaveLength(1);
    expect(await erase({ lead: id })).toEqual([]);
    expect(await erase({ email: 'nobody@x.test' })).toEqual([]);
  });

  test('removes the remaining data of a lead that was already purged', async () => {
    const id = await create({ last_name: newSecret() }, keyed());
    await database.current.query(
      `delete from lead_history where lead_id = ${id}; delete from leads where id = ${id}`,
    );
    const removed = { ...noTraces, events: 1, answers: 1 };
    expect(await erase({ lead: id })).toEqual([{ id, state: 'purged', removed }]);
  });

  test('keeps a stored response that no longer refers to the erased lead', async () => {
    const headers = keyed();
    const yesterday = await create({ city: 'Bern' }, headers);
    await database.current.query("update idempotent_answers set answered_at = now() - interval '25 hours'");
    const today = await create({ city: 'Chur' }, headers);
    expect(today).not.toBe(yesterday);
    await erase({ lead: yesterday });
    expect(await create({ city: 'Chur' }, headers)).toBe(today);
  });

  test.each([
    [
      'an edit',
      (change: Parameters<typeof editLead>[0], id: LeadId) => editLead(change, id, { city: 'Bern' }),
    ],
    ['a deletion', (change: Parameters<typeof editLead>[0], id: LeadId) => deleteLead(change, id)],
  ])('waits for %s in progress, and also removes the data that it writes', async (_, work) => {
    const { context } = database.current;
    const id = await create({});
    const before = await total();
    const { hold, isHeld, release } = holdOpen();
    const working = changingLeads(context, rest.workspace.id, async (change) => {
      await work(change, id);
      await hold();
    });
    await isHeld;
    const erasing = erase({ lead: id });
    await untilBlocked(database.current);
    release();
    await working;
    expect((await erasing)[0]?.removed.history).toBe(2);
    expect(await historyOf(id)).toBe(0);
    expect(await total()).toBe(before - 1);
  });

  test('waits for a restore in progress', async () => {
    const { context } = database.current;
    const id = await create({});
    await caller.ask('DELETE', `/api/leads/${id}`);
    const before = await total();
    const { hold, isHeld, release } = holdOpen();
    const restoring = changingLeads(context, rest.workspace.id, async (change) => {
      await restoreLead(change, id);
      await hold();
    });
    await isHeld;
    const erasing = erase({ lead: id });
    await untilBlocked(database.current);
    release();
    expect(await erasing).toMatchObject([{ state: 'live', removed: { history: 3 } }]);
    await restoring;
    expect(await total()).toBe(before);
  });

  test("finds a deleted lead's email address with an index, under row-level security", async () => {
    const { context, db, asAdministrator } = database.current;
    await changingLeads(context, rest.workspace.id, async (change) => {
      for (let number = 0; number < 30; number++)
        await deleteLead(change, (await createLead(change, { email: `many${number}@x.test` })).id);
    });
    await asAdministrator((client) =>
      client.query(
        `insert into deleted_leads select workspace_id, id * 100000 + n, owner_id, created_by, date_added, field_set, wire, deleted_at, email_key || n
         from deleted_leads, generate_series(1, 200) n where email_key like 'many%'; analyze deleted_leads`,
      ),
    );
    const plan = await db.read(rest.workspace.id, (transaction) =>
      transaction.query(
        sql`explain select id from deleted_leads where workspace_id = ${rest.workspace.id} and email_key = ${'many7@x.test'}`,
      ),
    );
    expect(JSON.stringify(plan)).toContain('deleted_leads_email');
  });
});

const historyOf = (id: LeadId): Promise<number | null> =>
  database.current.asAdministrator(
    async (client) => (await client.query(`select from lead_history where lead_id = ${id}`)).rowCount,
  );
