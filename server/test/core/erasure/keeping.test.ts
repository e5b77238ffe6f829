import { describe, expect, test } from 'vitest';
import { purgeHistory } from '../../../src/core/history/index.ts';
import { createLead, editLead } from '../../../src/core/leads/index.ts';
import { changeSettings, settingsSchema } from '../../../src/core/workspaces/index.ts';
import type { WorkspaceId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

/** Creates a workspace with one lead that was edited once a day until today. */
async function buildHistory(historyDays: number | null, days: number): Promise<WorkspaceId> {
  const { context, asAdministrator } = database.current;
  const { id } = await buildWorkspace(context);
  await changing(context, id, (change) => changeSettings(change, { history_days: historyDays }));
  await changingLeads(context, id, async (change) => {
    const lead = (await createLead(change, { score: 1 })).id;
    for (let day = 1; day < Math.min(days, 10); day++) await editLead(change, lead, { score: day + 1 });
  });
  await asAdministrator(async (client) => {
    await client.query(
      `insert into lead_history (workspace_id, lead_id, at, action, means_type, changes)
       select ${id}, 1, now(), 'edited', 'apply', '[]' from generate_series(11, ${days})`,
    );
    await client.query(
      `update lead_history h set at = now() - make_interval(days => n.behind::int) from (
         select id, row_number() over (order by id desc) - 1 as behind from lead_history where workspace_id = ${id}) n
       where h.workspace_id = ${id} and h.id = n.id`,
    );
  });
  return id;
}

const agesOf = async (workspace: WorkspaceId): Promise<number[]> => {
  const rows = await database.current.query(
    `select round(extract(epoch from now() - at) / 86400)::int as age from lead_history
       where workspace_id = ${workspace} order by id`,
  );
  return rows.map(({ age }) => age);
};

const purge = () => purgeHistory(database.current.upkeep);

describe('history', () => {
  test('is kept for the number of days that each workspace configures, and indefinitely if the setting is empty', async () => {
    const [short, long, unlimited] = [
      await buildHistory(2, 6),
      await buildHistory(4, 6),
      await buildHistory(null, 6),
    ];
    await purge();
    expect([await agesOf(short), await agesOf(long), await agesOf(unlimited)]).toEqual([
      [1, 0],
      [3, 2, 1, 0],
      [5, 4, 3, 2, 1, 0],
    ]);
  });

  test('is purged in as many batches as needed', async () => {
    const workspace = await buildHistory(10, 2_600);
    await purge();
    expect(await agesOf(workspace)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  test('keeps an old entry that follows a newer one until the newer one expires, so no entry is purged too early', async () => {
    const workspace = await buildHistory(3, 6);
    await database.current.query(
      `update lead_history set at = now() where id = (select min(id) + 1 from lead_history where workspace_id = ${workspace})`,
    );
    await purge();
    expect(await agesOf(workspace)).toEqual([0, 3, 2, 1, 0]);
  });

  test("purging and writing history don't wait for each other", async () => {
    const { context } = database.current;
    const workspace = await buildHistory(1, 6);
    await changingLeads(context, workspace, async (change) => {
      await createLead(change, { city: 'Bern' });
      await purge();
      await createLead(change, { city: 'Chur' });
    });
    expect(await agesOf(workspace)).toEqual([0, 0, 0]);
  });

  test('is configured as a whole number of days from 1, or null', async () => {
    const accepts = (history_days: unknown) => settingsSchema.partial().safeParse({ history_days }).success;
    expect([1, 36_500, null].map(accepts)).toEqual([true, true, true]);
    expect([0, -1, 1.5, '7', 36_501].map(accepts)).toEqual([false, false, false, false, false]);
    const { context } = database.current;
    const { id } = await buildWorkspace(context);
    const set = (history_days: number | null) =>
      changing(context, id, (change) => changeSettings(change, { history_days }));
    expect((await set(7)).history_days).toBe(7);
    expect((await set(null)).history_days).toBeNull();
  });
});
