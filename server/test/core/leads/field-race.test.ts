// A request reads the workspace's lead fields when it starts. If a field is added before the request writes, the values
// of the new field must not be lost.
import { expect, test } from 'vitest';
import { type FieldSet, readFieldSet, saveLeadField } from '../../../src/core/lead-fields/index.ts';
import type { LeadChange } from '../../../src/core/leads/index.ts';
import {
  createLead,
  deleteLead,
  editLead,
  editMatchingLead,
  restoreLead,
} from '../../../src/core/leads/index.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

/** Creates a lead with a value in a new field. The returned `old` fields were read before that field was added. */
async function buildLeadWithNewField() {
  const { context } = database.current;
  const { id: workspace } = await buildWorkspace(context);
  const { lead, old } = await changingLeads(context, workspace, async (change) => ({
    lead: (await createLead(change, { email: 'ann@race.test', city: 'Bern' })).id,
    old: change.fields,
  }));
  await changing(context, workspace, (change) =>
    saveLeadField(change, { alias: 'customer', type: 'text', unique: true }),
  );
  await changingLeads(context, workspace, (change) => editLead(change, lead, { customer: 'C-7' }));
  const change = <T>(work: (inside: LeadChange) => Promise<T>, fields?: FieldSet) =>
    changingLeads(context, workspace, (inside) => work(fields ? { ...inside, fields } : inside));
  const stored = () =>
    database.current.asAdministrator(async (client) => {
      const { rows } = await client.query(
        `select wire, field_set, (select string_agg(key, ',') from lead_values v where v.lead_id = l.id) as keys,
                (select lead_fields_version from workspace_settings s where s.workspace_id = l.workspace_id) as version
         from leads l where workspace_id = $1 and id = $2`,
        [workspace, lead],
      );
      return rows[0];
    });
  return { lead, old, change, stored };
}

test.each<[string, (change: LeadChange, lead: LeadId) => Promise<unknown>]>([
  ['an edit by id', (change, lead) => editLead(change, lead, { city: 'Chur' })],
  [
    'an edit by a unique field',
    (change) => editMatchingLead(change, { email: 'ann@race.test', city: 'Chur' }),
  ],
])("%s that uses an outdated field set keeps the new field's value", async (_, edit) => {
  const { lead, old, change, stored } = await buildLeadWithNewField();
  await change((inside) => edit(inside, lead), old);
  const { wire, keys, field_set, version } = await stored();
  expect(wire).toContain('"customer":"C-7"');
  expect(wire).toContain('"city":"Chur"');
  expect([keys, field_set]).toEqual(['c-7', version]);
});

test('the response to an edit that uses an outdated field set includes the new field', async () => {
  const { lead, old, change } = await buildLeadWithNewField();
  const written = await change((inside) => editLead(inside, lead, { city: 'Chur' }), old);
  expect(written.stored).toContain('"customer":"C-7"');
  const again = await change((inside) => editLead(inside, lead, { city: 'Chur' }), old);
  expect(again.stored).toContain('"customer":"C-7"');
});

test('an edit that uses an outdated field set keeps the value of a new required field', async () => {
  const { context } = database.current;
  const { id: workspace } = await buildWorkspace(context);
  const old = await context.db.read(workspace, (transaction) => readFieldSet(transaction, workspace));
  await changing(context, workspace, (change) =>
    saveLeadField(change, { alias: 'need', type: 'text', required: true }),
  );
  const lead = await changingLeads(context, workspace, (change) => createLead(change, { need: 'x' }));
  await changingLeads(context, workspace, (change) =>
    editLead({ ...change, fields: old }, lead.id, { city: 'A' }),
  );
  const row = await database.current.asAdministrator((client) =>
    client.query('select wire from leads where id = $1', [lead.id]),
  );
  expect(row.rows[0].wire).toContain('"need":"x"');
});

test("a restore that uses an outdated field set keeps the new field's value and its uniqueness", async () => {
  const { lead, old, change, stored } = await buildLeadWithNewField();
  await change((inside) => deleteLead(inside, lead));
  await change((inside) => restoreLead(inside, lead), old);
  const { wire, keys } = await stored();
  expect(wire).toContain('"customer":"C-7"');
  expect(keys).toBe('c-7');
  await expect(change((inside) => createLead(inside, { customer: 'c-7' }))).rejects.toThrow(/customer/);
});
