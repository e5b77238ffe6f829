import { beforeAll, describe, expect, test } from 'vitest';
import { Statement, sql } from '../../src/db/driver/sql.ts';
import { readTables } from '../../src/db/tenancy/row-security.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, buildWorkspace, furnish } from '../harness/builders.ts';
import { copyTemplate, useTestDatabase } from '../harness/test-database.ts';
import { findLeaks } from './isolation-probe.ts';

const database = useTestDatabase();
let tables: string[] = [];

beforeAll(async () => {
  const all = await database.current.asAdministrator(readTables);
  // Only upkeep writes the folded counts, and only ingest writes the delivery keys.
  const others = ['lead_counts', 'lead_blocks', 'delivery_keys'];
  tables = all
    .filter(({ table, hasWorkspace }) => hasWorkspace && !others.includes(table))
    .map(({ table }) => table);
});

describe('isolation between workspaces', () => {
  test('a statement that omits the workspace filter still sees only the rows of the current workspace', async () => {
    const { context, db } = database.current;
    const [mine, other] = [await buildWorkspace(context), await buildWorkspace(context)];
    for (const workspace of [mine, other]) await furnish(context, workspace);
    expect(await findLeaks(db, mine.id, tables)).toEqual([]);
    expect(await findLeaks(db, other.id, tables)).toEqual([]);
  });

  test.each(['disable row level security', 'no force row level security'])(
    'the probe reports leaks after "%s" if that breaks isolation',
    async (switchOff) => {
      const copy = await copyTemplate();
      try {
        const [mine, other] = [await buildWorkspace(copy.context), await buildWorkspace(copy.context)];
        for (const workspace of [mine, other]) await furnish(copy.context, workspace);
        await copy.asAdministrator(async (client) => {
          for (const table of tables) await client.query(`alter table ${table} ${switchOff}`);
        });
        const leaks = await findLeaks(copy.db, mine.id, tables);
        // Without FORCE only the owner bypasses the policies, and the application isn't the owner.
        if (switchOff.startsWith('no force')) expect(leaks).toEqual([]);
        else expect(leaks).toHaveLength(tables.length);
      } finally {
        await copy.drop();
      }
    },
  );

  test('rejects writes into another workspace', async () => {
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

  test("can change only the current workspace's entry in the directory, and only what the app changes", async () => {
    const { context, db } = database.current;
    const [mine, other] = [await buildWorkspace(context), await buildWorkspace(context)];
    const entries = () =>
      db.readDirectory(sql`select to_jsonb(w) as entry from workspaces w where id = ${other.id}`);
    const before = await entries();
    expect(before).toHaveLength(1);
    const changed = await db.write(mine.id, (transaction) =>
      transaction.query(sql`update workspaces set name = 'Taken', suspended_at = now() returning id`),
    );
    expect(changed).toEqual([{ id: mine.id }]);
    await db.changeInstallation(sql`update workspaces set name = 'Taken'`);
    expect(await entries()).toEqual(before);
    const columns = ['id', 'created_at', 'deletion_began_at', 'move_state', 'move_id', 'forward_to'];
    for (const column of columns) {
      const change = db.write(mine.id, (transaction) =>
        transaction.query(new Statement([`update workspaces set ${column} = null`], [])),
      );
      await expect(change, column).rejects.toThrow(/permission denied/);
    }
    const removed = db.write(mine.id, (transaction) => transaction.query(sql`delete from workspaces`));
    await expect(removed).rejects.toThrow(/permission denied/);
  });

  test("a user can't be given another workspace's role", async () => {
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

  test('without a workspace, every table with a policy looks empty', async () => {
    const { context, db } = database.current;
    await buildUser(context, (await buildWorkspace(context)).id);
    // After its first use, a connection's workspace setting is an empty string instead of null. Either value must mean
    // that no workspace is set.
    await db.read(1 as WorkspaceId, (transaction) => transaction.query(sql`select from users`));
    for (let round = 0; round < 12; round++) {
      expect(await db.readDirectory(sql`select id from users`)).toEqual([]);
    }
  });
});
