import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { sql, toWireStatement } from '../../src/db/driver/sql.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { silent } from '../harness/scratch-database.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
/** Creates a workspace. */
const build = async () => {
  const { context, db, addresses } = database.current;
  return { id: (await buildWorkspace(context)).id, db, addresses };
};
const roleNames = async (workspace: WorkspaceId) => {
  const rows = await database.current.db.read(workspace, (tx) =>
    tx.query<{ name: string }>(sql`select name from roles where workspace_id = ${workspace} order by name`),
  );
  return rows.map((row) => row.name);
};
const insert = (workspace: WorkspaceId, name: string) =>
  sql`insert into roles (workspace_id, name) values (${workspace}, ${name}) returning id`;

describe("a workspace's database", () => {
  test('commits the work and returns its result', async () => {
    const { id, db } = await build();
    const result = await db.write(id, async (tx) => {
      await tx.query(insert(id, 'A'));
      await tx.query(insert(id, 'B'));
      return 'done';
    });
    expect(result).toBe('done');
    expect(await roleNames(id)).toEqual(['A', 'B']);
  });

  test('rolls everything back when the work throws', async () => {
    const { id, db } = await build();
    const failing = db.write(id, async (tx) => {
      await tx.query(insert(id, 'A'));
      throw new Error('something failed');
    });
    await expect(failing).rejects.toThrow('something failed');
    expect(await roleNames(id)).toEqual([]);
  });

  test('reports which of several concurrent statements failed, and not the ones after it', async () => {
    const { id, db } = await build();
    const failing = db.write(id, (tx) =>
      Promise.all([
        // This statement's error arrives a few ticks later than the next statement's error.
        tx.one(insert(id, 'nul \u0000')),
        tx.query(insert(id, 'B')),
      ]),
    );
    await expect(failing).rejects.toMatchObject({ kind: 'invalid', code: 'value_not_storable' });
    expect(await roleNames(id)).toEqual([]);
  });

  test('a statement sent after its transaction ended never reaches another transaction', async () => {
    const { id, addresses } = await build();
    const one = openDatabase(addresses, { applicationName: 'one', poolSize: 1, logger: silent });
    onTestFinished(() => one.close());
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let straggler: Promise<unknown> = Promise.resolve();
    const failing = one.write(id, async (tx) => {
      straggler = gate.then(() => tx.query(insert(id, 'Late')));
      straggler.catch(() => {});
      await tx.query(insert(id, 'A'));
      throw new Error('something failed');
    });
    await expect(failing).rejects.toThrow('something failed');
    // The same connection is now used by another transaction.
    await one.write(id, async (tx) => {
      await tx.query(insert(id, 'B'));
      open();
      await expect(straggler).rejects.toMatchObject({ code: 'transaction_over' });
    });
    expect(await roleNames(id)).toEqual(['B']);
  });

  test("never reports success if a statement's error was ignored", async () => {
    const { id, db } = await build();
    const careless = db.write(id, async (tx) => {
      await tx.query(insert(id, 'A'));
      await tx.query(insert(id, 'A')).catch(() => {});
      return 'fine';
    });
    await expect(careless).rejects.toThrow('The transaction continued after a failed statement.');
    expect(await roleNames(id)).toEqual([]);
  });

  test('a read can send several statements one after another, and PostgreSQL rejects a write in it', async () => {
    const { id, db } = await build();
    await db.write(id, (tx) => tx.query(insert(id, 'A')));
    const read = await db.read(id, async (tx) => [
      ...(await tx.query(sql`select name from roles where workspace_id = ${id}`)),
      ...(await tx.query(sql`select name from roles`)),
    ]);
    expect(read).toEqual([{ name: 'A' }, { name: 'A' }]);
    await expect(db.read(id, (tx) => tx.query(insert(id, 'B')))).rejects.toThrow('A read tried to write.');
    await db.write(id, (tx) => tx.query(insert(id, 'C')));
    expect(await roleNames(id)).toEqual(['A', 'C']);
  });

  test("runs a read's concurrent statements in one transaction", async () => {
    const { id, db } = await build();
    const time = sql`select now()::text as time, txid_current_if_assigned() as writing`;
    const [together, later] = await db.read(id, async (tx) => [
      await Promise.all([tx.one<{ time: string }>(time), tx.one<{ time: string }>(time)]),
      await tx.one<{ time: string }>(time),
    ]);
    expect(together[0]).toEqual(together[1]);
    expect(later).not.toEqual(together[0]);
  });

  test('a failing statement fails the read, even if other statements are not awaited', async () => {
    const { id, db } = await build();
    const failing = db.read(id, async (tx) => {
      void tx.query(sql`select 1`);
      await tx.query(sql`select 1 / ${0}::integer`);
    });
    await expect(failing).rejects.toThrow('division by zero');
  });

  test('a rehearsal returns its result and leaves nothing behind, not even a new workspace', async () => {
    const { id, db } = await build();
    const rehearsed = await db.rehearse().write(id, async (tx) => {
      await tx.query(insert(id, 'A'));
      await tx.last(insert(id, 'B'));
      return (await tx.query(sql`select from roles where workspace_id = ${id}`)).length;
    });
    expect(rehearsed).toBe(2);
    expect(await roleNames(id)).toEqual([]);
    const host = `rehearsed-${id}.test`;
    const row = sql`insert into workspaces (name, base_url, host)
      values ('Rehearsed', ${`https://${host}`}, ${host}) returning id`;
    await db.rehearse().withNewWorkspace(row, (tx, made) => tx.query(insert(made, 'A')));
    expect(await db.readDirectory(sql`select from workspaces where host = ${host}`)).toEqual([]);
  });

  test('a statement that was skipped because an earlier one failed can be sent again on the same connection', async () => {
    const { id, addresses } = await build();
    const one = openDatabase(addresses, { applicationName: 'hark-test', poolSize: 1, logger: silent });
    onTestFinished(() => one.close());
    const skipped = () => sql`select name from roles where workspace_id = ${id} and name = ${'skipped'}`;
    const failing = one.read(id, (tx) =>
      Promise.all([tx.query(sql`select 1 / ${0}::integer`), tx.query(skipped())]),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await one.read(id, (tx) => tx.query(skipped()))).toEqual([]);
    expect(await one.write(id, (tx) => tx.query(skipped()))).toEqual([]);
  });

  test('the last statement commits, and no statement can follow it', async () => {
    const { id, db } = await build();
    await db.write(id, async (tx) => {
      await tx.query(insert(id, 'A'));
      await tx.last(insert(id, 'B'));
      expect(await roleNames(id)).toEqual(['A', 'B']);
      await expect(tx.query(insert(id, 'C'))).rejects.toThrow('A statement was issued after');
    });
    expect(await roleNames(id)).toEqual(['A', 'B']);
  });

  test('a failing last statement rolls everything back', async () => {
    const { id, db } = await build();
    const failing = db.write(id, (tx) => Promise.all([tx.query(insert(id, 'A')), tx.last(insert(id, 'A'))]));
    await expect(failing).rejects.toMatchObject({ code: 'already_exists' });
    const ignored = db.write(id, async (tx) => {
      await tx.query(sql`select 1 / ${0}::integer`).catch(() => {});
      await tx.last(insert(id, 'B'));
    });
    await expect(ignored).rejects.toThrow();
    expect(await roleNames(id)).toEqual([]);
  });

  test('a statement sent with `ahead` is flushed with the next statement or the commit, and fails with it', async () => {
    const { id, db } = await build();
    const finished: string[] = [];
    await db.write(id, async (tx) => {
      const ahead = tx.ahead(insert(id, 'A')).then(() => finished.push('ahead'));
      await tx.last(insert(id, 'B')).then(() => finished.push('last'));
      await ahead;
    });
    await db.write(id, async (tx) => {
      void tx.ahead(insert(id, 'C'));
    });
    expect(finished.sort()).toEqual(['ahead', 'last']);
    expect(await roleNames(id)).toEqual(['A', 'B', 'C']);
    const failing = db.write(id, (tx) => Promise.all([tx.ahead(insert(id, 'A')), tx.last(insert(id, 'D'))]));
    await expect(failing).rejects.toMatchObject({ code: 'already_exists' });
    const thrown = db.write(id, async (tx) => {
      void tx.ahead(insert(id, 'E'));
      throw new Error('something failed');
    });
    await expect(thrown).rejects.toThrow('something failed');
    expect(await roleNames(id)).toEqual(['A', 'B', 'C']);
  });

  test('a lookup-only database uses generic plans and indexes, and leaves no setting on the connection', async () => {
    const { id, addresses } = await build();
    const lookups = openDatabase(addresses, {
      applicationName: 'hark-test',
      poolSize: 1,
      logger: silent,
      lookupsOnly: true,
    });
    onTestFinished(() => lookups.close());
    const settings = sql`select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`;
    const inside = { plans: 'force_generic_plan', scans: 'off' };
    expect(await lookups.write(id, (tx) => tx.query(settings))).toEqual([inside]);
    expect(await lookups.read(id, (tx) => tx.query(settings))).toEqual([inside]);
    expect(await lookups.readDirectory(settings)).toEqual([{ plans: 'auto', scans: 'on' }]);
  });

  test('leaves no workspace set on a connection, even after an error', async () => {
    const { id, db } = await build();
    for (let round = 0; round < 20; round++) {
      await db.read(id, (tx) => tx.query(sql`select 1 / ${round % 2}::integer`)).catch(() => {});
      const rows = await db.readDirectory<{ workspace: string | null }>(
        sql`select nullif(current_setting('hark.workspace', true), '') as workspace`,
      );
      expect(rows).toEqual([{ workspace: null }]);
    }
  });

  test('a statement that exceeds its timeout fails as `unavailable` and frees its connection', async () => {
    const { id, db } = await build();
    const slow = db.write(id, async (tx) => {
      await tx.query(sql`select set_config('statement_timeout', '50', true)`);
      await tx.query(sql`select pg_sleep(5)`);
    });
    await expect(slow).rejects.toMatchObject({ kind: 'unavailable', code: 'database_timeout' });
    expect(await roleNames(id)).toEqual([]);
  });

  test('the server enforces limits on every application connection', async () => {
    const [limits] = await database.current.db.readDirectory(
      sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
                 current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(limits).toEqual({ statement: '15s', lock: '5s', idle: '15s' });
  });

  test('an id that is not an integer never reaches the database', () => {
    const { db } = database.current;
    const forged = "1'; drop table users; --" as unknown as WorkspaceId;
    expect(() => db.write(forged, async () => {})).toThrow(TypeError);
  });
});

describe('sql', () => {
  test('turns values into parameters, in order, and a fixed statement keeps its name', () => {
    const statement = (value: string) => sql`select ${value}, ${2}`;
    const [first, second] = [toWireStatement(statement('a')), toWireStatement(statement("'; drop"))];
    expect(first).toMatchObject({ text: 'select $1, $2', values: ['a', 2] });
    expect(second).toMatchObject({ text: 'select $1, $2', values: ["'; drop", 2], name: first.name });
  });

  test('inserts nested statements with their parameters renumbered', () => {
    const condition = sql`name = ${'x'} and id > ${3}`;
    const { text, values, name } = toWireStatement(sql`select ${1} from roles where ${condition} limit ${9}`);
    expect(text).toBe('select $1 from roles where name = $2 and id > $3 limit $4');
    expect(values).toEqual([1, 'x', 3, 9]);
    expect(name).toMatch(/^hark_/);
  });
});
