import { describe, expect, test } from 'vitest';
import { createLead, deleteLead, foldLeadCounts, purgeLeads } from '../../src/core/leads/index.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { buildUser, buildWorkspace, changing, changingLeads, furnish } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

const counts = () =>
  database.current.asAdministrator(async (client) => {
    const read = async (query: string) => (await client.query(query)).rows;
    return {
      open: (await read('select from lead_count_deltas')).length,
      folded: await read(
        'select workspace_id::int, owner_id::int, count::int from lead_counts order by 1, 2',
      ),
      blocks: await read(
        'select workspace_id::int, sum(count)::int as count from lead_blocks group by 1 order by 1',
      ),
    };
  });

describe('folding', () => {
  test('turns deltas into counts per workspace, owner and block, across all workspaces, and is idempotent', async () => {
    const { context, upkeep } = database.current;
    const [one, two] = [(await buildWorkspace(context)).id, (await buildWorkspace(context)).id];
    const owner = (await buildUser(context, one)).id;
    await changingLeads(context, one, async (change) => {
      for (const owner_id of [owner, owner, null]) await createLead(change, { owner_id });
      await deleteLead(change, (await createLead(change, { owner_id: owner })).id);
    });
    await changingLeads(context, two, (change) => createLead(change, {}));
    expect((await counts()).open).toBe(6);
    expect(await foldLeadCounts(upkeep)).toBe(6);
    expect(await foldLeadCounts(upkeep)).toBe(0);
    expect(await counts()).toEqual({
      open: 0,
      folded: [
        { workspace_id: one, owner_id: -1, count: 3 },
        { workspace_id: one, owner_id: 0, count: 1 },
        { workspace_id: one, owner_id: owner, count: 2 },
        { workspace_id: two, owner_id: -1, count: 1 },
        { workspace_id: two, owner_id: 0, count: 1 },
      ],
      blocks: [
        { workspace_id: one, count: 3 },
        { workspace_id: two, count: 1 },
      ],
    });
  });

  test("upkeep can't read leads, users or credentials", async () => {
    const { upkeep } = database.current;
    for (const statement of [sql`select from leads`, sql`select from users`, sql`select from api_keys`]) {
      await expect(upkeep.run((transaction) => transaction.query(statement))).rejects.toThrow(
        /permission denied/,
      );
    }
  });
});

test("removes deleted leads older than the workspace's setting, with their history, and nothing else", async () => {
  const { context, upkeep, asAdministrator } = database.current;
  const [short, long] = [await buildWorkspace(context), await buildWorkspace(context)];
  await changing(context, short.id, (change) => changeSettings(change, { restore_days: 5 }));
  for (const workspace of [short, long]) await furnish(context, workspace);
  await asAdministrator((client) =>
    client.query(
      "update deleted_leads set deleted_at = now() - interval '6 days'; update idempotent_answers set answered_at = now() - interval '25 hours' where workspace_id = $1".replace(
        '$1',
        String(short.id),
      ),
    ),
  );
  await purgeLeads(upkeep);
  const left = (table: string, workspace: number) =>
    asAdministrator(
      async (client) =>
        (await client.query(`select from ${table} where workspace_id = ${workspace}`)).rowCount,
    );
  expect([await left('deleted_leads', short.id), await left('deleted_leads', long.id)]).toEqual([0, 1]);
  expect([await left('idempotent_answers', short.id), await left('idempotent_answers', long.id)]).toEqual([
    0, 1,
  ]);
  // In the workspace with the short setting, only the history of the remaining lead is left.
  expect([await left('lead_history', short.id), await left('lead_history', long.id)]).toEqual([1, 3]);
  expect([await left('leads', short.id), await left('leads', long.id)]).toEqual([1, 1]);
});
