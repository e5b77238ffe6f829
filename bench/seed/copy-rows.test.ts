import { expect, test } from 'vitest';
import { readFieldSet, saveLeadField } from '../../server/src/core/lead-fields/index.ts';
import { buildApiCaller, buildBusyWorkspace } from '../../server/test/harness/api-callers.ts';
import { changing } from '../../server/test/harness/builders.ts';
import { useApi } from '../../server/test/harness/servers/api-server.ts';
import { useTestDatabase } from '../../server/test/harness/test-database.ts';
import { copyColumns, copyRows, customFields, type SeededTable } from './copy-rows.ts';
import { seededLead } from './seeded-lead.ts';
import { fullShape, largeOf, smallOf } from './shape.ts';

const database = useTestDatabase();
const api = useApi(database);

const unescaped = (text: string) => (text === '\\N' ? null : text.replaceAll('\\\\', '\\'));
/** Parses COPY lines into records and drops the generated IDs of history rows. */
const seeded = (table: SeededTable, lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const values = line.split('\t').map(unescaped);
      return comparable(
        Object.fromEntries(copyColumns[table].map((column, index) => [column, values[index]])),
      );
    });

/** Normalizes a row for comparison, because COPY and the driver format times, numbers and JSON differently. */
function comparable(row: Record<string, unknown>): Record<string, unknown> {
  const { id: _, user_name: __, ...rest } = row;
  const normalize = (column: string, value: unknown): unknown => {
    if (value === null) return null;
    if (column === 'at' || column.startsWith('date_'))
      return (value instanceof Date ? value : new Date(String(value))).toISOString();
    if (column === 'changes') return typeof value === 'string' ? JSON.parse(value) : value;
    if (column === 'tag_keys') return Array.isArray(value) ? value : String(value).slice(2, -2).split('","');
    return String(value).replace(/^t$/, 'true').replace(/^f$/, 'false');
  };
  return Object.fromEntries(
    Object.entries(rest).map(([column, value]) => [column, normalize(column, value)]),
  );
}

test('the seed script stores leads exactly as the API does', async () => {
  const { context, asAdministrator } = database.current;
  const workspace = await buildBusyWorkspace(context);
  const { user, ask } = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
  const fields = await changing(context, workspace.id, async (change) => {
    for (const { alias, type } of customFields) await saveLeadField(change, { alias, type: type as 'text' });
    return readFieldSet(change.transaction, workspace.id);
  });
  const samples = [1, 2, 1_001, 2_001, 3_001, 123_456].map((id) => seededLead(largeOf(fullShape), id));
  for (const sample of [...samples, seededLead(smallOf(fullShape, 7), smallOf(fullShape, 7).firstLead)]) {
    const record = { ...sample.record, owner_id: user.id };
    const { status, json } = await ask('POST', '/api/leads/new', { body: record });
    expect(status).toBe(201);
    const { id, date_added } = json.lead;
    const lines = copyRows({ ...largeOf(fullShape), workspace: workspace.id }, fields, {
      id,
      record,
      creator: user.id,
      date: new Date(date_added),
    });
    for (const [table, key] of [
      ['leads', 'id'],
      ['lead_values', 'lead_id'],
      ['lead_history', 'lead_id'],
    ] as const) {
      const { rows } = await asAdministrator((client) =>
        client.query(
          `select ${copyColumns[table].join(', ')} from ${table} where workspace_id = $1 and ${key} = $2
           order by ${table === 'lead_values' ? 'field_id' : 'id'}`,
          [workspace.id, id],
        ),
      );
      expect(rows.map(comparable), table).toEqual(seeded(table, lines[table]));
    }
  }
});
