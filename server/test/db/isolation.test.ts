import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/db/driver/sql.ts';
import { readTables } from '../../src/db/tenancy/row-security.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, buildWorkspace, furnish } from '../harness/builders.ts';
import { copyTemplate, useTestDatabase } from '../harness/test-database.ts';
import { findLeaks } from './isolation-probe.ts';

const database = useTestDatabase();
let tables: string[] = [];

beforeAll(async () => {
  const all = await database.current.asAdministrator(readTables);
  // The folded counts are written by upkeep alone, the keys of deliveries by ingest.
  const others = ['lead_counts', 'lead_blocks', 'delivery_keys'];
  tables = all
    .filter(({ table, hasWorkspace }) => hasWorkspace && !others.includes(table))
    .map(({ table }) => table);
});

describe('the wall between workspaces', () => {
  test('a statement that forgets to name the workspace still sees only its own rows', async () => {
    const { context, db } = database.current;
    const [mine, other] = [await buildWorkspace(context), await buildWorkspace(context)];
    for (const workspace of [mine, other]) await furnish(context, workspace);
    expect(await findLeaks(db, mine.id, tables)).toEqual([]);
    expect(await findLeaks(db, other.id, tables)).toEqual([]);
  });

  test.each(['disable row level security', 'no force row level security'])(
    'the probe turns red with "%s" where that opens the wall',
    async (switchOff) => {
      const copy = await copyTemplate();
      try {
        const [mine, other] = [await buildWorkspace(copy.context), await buildWorkspace(copy.context)];
        for (const workspace of [mine, other]) await furnish(copy.context, workspace);
        await copy.asAdministrator(async (client) => {
          for (const table of tables) await client.query(`alter table ${table} ${switchOff}`);
        });
        const leaks = await findLeaks(copy.db, mine.id, tables);
        // Without FORCE only the owner gets past, and the application is not the owner.
        if (switchOff.startsWith('no force')) expect(leaks).toEqual([]);
        else expect(leaks).toHaveLength(tables.length);
      } finally {
        await copy.drop();
      }
    },
  );

  test('nothing can be written into another workspace', async () => {
    const { context, db } = database.current;
    const [mine, other] = [await buildWorkspace(context), await buildWorkspace(context)];
    const write = db.write(mine.id, (transaction) =>
      transaction.query(sql`insert into roles (workspace_id, name) values (${other.id}, 'planted')`),
    );
    await expect(write).rejects.toThrow(/row-level security/);
    const moved = await db.write(mine.id, (transaction) =>
      transaction.query(sql`update roles set name = 'taken' where workspace_id = ${other.id} returning id`),
    );
    expect(moved).toEqual([]);
  });

  test('a user cannot be given the role of another workspace', async () => {
    const { context, db } = database.current;
    const [mine, other] = [await buildWorkspace(context), await buildWorkspace(context)];
    const user = await buildUser(context, mine.id);
    const foreign = await buildUser(context, other.id);
    const move = db.write(mine.id, (transaction) =>
      transaction.query(
        sql`update users set role_id = ${foreign.role.id} where workspace_id = ${mine.id} and id = ${user.id}`,
      ),
    );
    await expect(move).rejects.toThrow(/foreign key/);
  });

  test('without a workspace every table behind a policy looks empty', async () => {
    const { context, db } = database.current;
    await buildUser(context, (await buildWorkspace(context)).id);
    // The first use of a connection leaves an empty text behind, not null: both must read as "none".
    await db.read(1 as WorkspaceId, (transaction) => transaction.query(sql`select from users`));
    for (let round = 0; round < 12; round++) {
      expect(await db.readDirectory(sql`select id from users`)).toEqual([]);
    }
  });
});
