// A workspace is exported, deleted without a trace, and imported elsewhere unchanged (docs/design/workspaces.md).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../src/core/audit/index.ts';
import { sealedColumns } from '../../src/core/encryption/index.ts';
import { createLead, foldLeadCounts, recountLeads } from '../../src/core/leads/index.ts';
import {
  deleteWorkspace,
  exportWorkspace,
  importWorkspace,
  workspaceTables,
} from '../../src/core/workspace-transfer/index.ts';
import type { Workspace } from '../../src/core/workspaces/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { open } from '../../src/lib/crypto/installation-key.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changingLeads, furnish } from '../harness/builders.ts';
import { useOwners } from '../harness/owner-databases.ts';
import { type TestDatabase, useTestDatabase } from '../harness/test-database.ts';

const [here, elsewhere] = [useTestDatabase(), useTestDatabase()];
const folder = mkdtempSync(join(tmpdir(), 'hark-whole-'));
const passphrase = new Secret('correct horse battery staple');
/** A second installation with a different key. */
const otherKey = { number: 1, secret: new Secret('another-installation-key-0123456789-abcdef') };
const actor: Actor = { user: null, means: { type: 'command', name: 'test' }, origin: 'a test' };
const onProgress = () => {};
const clock = systemClock;

const ownerOf = useOwners();
let files = 0;
const newFile = () => join(folder, `${++files}.hark`);

/** An intact file for the tests that damage it. */
let whole: Buffer;
beforeAll(async () => {
  whole = readFileSync(await exported(await buildFull()));
});
afterAll(() => rmSync(folder, { recursive: true }));

const exportTo = (
  path: string,
  workspace: Workspace,
  { hasRuns = true, withSecrets = true, database = here.current } = {},
) =>
  exportWorkspace(
    { snapshot: ownerOf(database, true), key: database.context.key, clock, onProgress },
    workspace,
    { path, passphrase: withSecrets ? passphrase : undefined, hasRuns },
  );
/** Exports a workspace to a new file. @returns its path */
async function exported(workspace: Workspace, params: Parameters<typeof exportTo>[2] = {}): Promise<string> {
  const path = newFile();
  await exportTo(path, workspace, params);
  return path;
}
const importFrom = (path: string, database = elsewhere.current, key = otherKey) => {
  const host = `moved-${++files}.test`;
  return importWorkspace(
    { owner: ownerOf(database), key, clock, actor, onProgress },
    { path, passphrase, baseUrl: `http://${host}`, host },
  );
};
const remove = (id: WorkspaceId, database = here.current) =>
  deleteWorkspace({ owner: ownerOf(database), clock, onProgress }, id);

/** Every table with a workspace_id, according to the database. */
const tablesIn = (database: TestDatabase): Promise<string[]> =>
  database.asAdministrator(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    return rows.map(({ name }) => name);
  });

/** Returns all rows of a workspace by table, without the workspace ID. */
async function rowsOf(database: TestDatabase, id: WorkspaceId): Promise<Record<string, string[]>> {
  const tables = await tablesIn(database);
  return database.asAdministrator(async (client) => {
    const found: Record<string, string[]> = {};
    for (const table of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'workspace_id')::text as row from ${table} t where workspace_id = $1 order by 1`,
        [id],
      );
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  });
}

async function buildFull(database = here.current): Promise<Workspace> {
  const workspace = await buildWorkspace(database.context);
  await furnish(database.context, workspace);
  const owner = await buildUser(database.context, workspace.id);
  await changingLeads(database.context, workspace.id, async (change) => {
    for (let number = 0; number < 450; number++)
      await createLead(change, { first_name: `Lead ${number} \u2028 "é"`, owner_id: owner.id });
  });
  return workspace;
}

test('every table with a workspace_id is in the export list exactly once', async () => {
  const listed = workspaceTables.map(({ table }) => table as string).sort();
  expect(listed).toEqual(await tablesIn(here.current));
});

test('every encrypted column is in the export list', async () => {
  const columns = await here.current.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
           where c.relnamespace = 'public'::regnamespace and not c.relispartition and a.attname like 'sealed\\_%'
             and c.relkind in ('r', 'p')`,
  );
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  expect([...columns.map(({ name }) => name), 'runs.answer'].sort()).toEqual([...listed].sort());
});

describe('a workspace that is moved', () => {
  test('has the same rows, encrypted with other keys, and leaves nothing behind', async () => {
    const workspace = await buildFull();
    const neighbour = await buildFull();
    const neighbourBefore = await rowsOf(here.current, neighbour.id);
    const before = await rowsOf(here.current, workspace.id);
    const path = newFile();
    const exported = await exportTo(path, workspace);
    expect(exported.rows).toMatchObject({ leads: 451, users: 2, runs: 1, lead_history: 453 });
    expect((await rowsOf(here.current, workspace.id)).leads).toEqual(before.leads);

    await remove(workspace.id);
    for (const [table, rows] of Object.entries(await rowsOf(here.current, workspace.id)))
      expect(rows, table).toEqual([]);
    const directory = await here.current.asAdministrator((client) =>
      client.query('select from workspaces where id = $1', [workspace.id]),
    );
    expect(directory.rowCount).toBe(0);
    expect(await rowsOf(here.current, neighbour.id)).toEqual(neighbourBefore);

    const { id } = await importFrom(path);
    const after = await rowsOf(elsewhere.current, id);
    const never = new Set<string>(
      workspaceTables.filter(({ carried }) => carried === 'never').map(({ table }) => table),
    );
    const keyed = new Set<string>([...sealedColumns.map(({ table }) => table), 'audit_entries']);
    for (const [table, rows] of Object.entries(before)) {
      if (never.has(table)) expect(after[table], table).toEqual([]);
      else if (!keyed.has(table)) expect(after[table], table).toEqual(rows);
      else if (table !== 'audit_entries') expect(after[table]?.length, table).toBe(rows.length);
    }
    // The import itself adds one audit entry.
    expect(after.audit_entries?.length).toBe((before.audit_entries?.length ?? 0) + 1);
    const secrets = (rows: readonly string[] | undefined, key: typeof otherKey) =>
      rows?.map((row) => open(key, 'workspace-secret', JSON.parse(row).sealed_value));
    expect(secrets(after.secrets, otherKey)).toEqual(secrets(before.secrets, here.current.context.key));
  });

  test('has correct counters, and the next record gets the next ID', async () => {
    const workspace = await buildFull();
    const { upkeep } = here.current;
    await foldLeadCounts(upkeep);
    // Some count deltas are merged, some aren't.
    await changingLeads(here.current.context, workspace.id, (change) =>
      createLead(change, { first_name: 'Late' }),
    );
    const path = await exported(workspace);
    const { id } = await importFrom(path);
    const { db } = elsewhere.current;
    expect(await recountLeads(db, id)).toMatchObject({ leads: 452, differences: [] });
    const context = { ...elsewhere.current.context, key: otherKey };
    const [highest] = await elsewhere.current.query(
      'select max(id)::int as id from leads where workspace_id = $1',
      [id],
    );
    const next = await changingLeads(context, id, (change) => createLead(change, { first_name: 'Next' }));
    expect(next.id).toBeGreaterThan(highest.id);
    expect(await recountLeads(db, id)).toMatchObject({ leads: 453, differences: [] });
  });

  test('can coexist with its original, with the same IDs', async () => {
    const workspace = await buildFull();
    const path = await exported(workspace);
    const { id } = await importFrom(path, here.current, here.current.context.key);
    expect((await rowsOf(here.current, id)).leads).toEqual((await rowsOf(here.current, workspace.id)).leads);
    await remove(id);
    expect((await rowsOf(here.current, workspace.id)).leads).toHaveLength(451);
  });

  test('starts suspended, and its unfinished runs can continue', async () => {
    const workspace = await buildFull();
    const ids = ['01920000-0000-7000-8000-000000000001', '01920000-0000-7000-8000-000000000002'];
    await here.current.asAdministrator(async (client) => {
      for (const [index, status] of ['queued', 'running'].entries())
        await client.query(
          `insert into runs (workspace_id, id, workflow_id, workflow_version, status, accepted_at, sent_at, is_awaited, input)
           values ($1, $2, 1, 1, $3, now(), now(), true, '{}')`,
          [workspace.id, ids[index], status],
        );
    });
    const path = newFile();
    expect(await exportTo(path, workspace)).toMatchObject({ unfinishedRuns: 2 });
    const { id, unfinishedRuns } = await importFrom(path);
    expect(unfinishedRuns).toBe(2);
    const { runs, suspended, partitions } = await elsewhere.current.asAdministrator(async (client) => ({
      runs: (
        await client.query(
          'select status, fence, sent_at, is_awaited, due_at is not null as is_due from runs where workspace_id = $1 and id = any($2) order by id',
          [id, ids],
        )
      ).rows,
      suspended: (await client.query('select suspended_at from workspaces where id = $1', [id])).rows[0],
      partitions: (await client.query('select count(*)::int from runs_default')).rows[0].count,
    }));
    expect(runs).toEqual([
      { status: 'queued', fence: 1, sent_at: null, is_awaited: false, is_due: false },
      { status: 'running', fence: 1, sent_at: null, is_awaited: false, is_due: true },
    ]);
    expect(suspended.suspended_at).toBeInstanceOf(Date);
    // The import created the partitions for the workspace's weeks, however old they are.
    expect(partitions).toBe(0);
  });
});

describe('an export file', () => {
  test('without secrets contains no hash, key or secret, and needs no passphrase', async () => {
    const path = await exported(await buildFull(), { hasRuns: false, withSecrets: false });
    const text = gunzipSync(readFileSync(path)).toString();
    expect(text).not.toContain('argon2');
    expect(text).not.toMatch(/"sealed_\w+":"/);
    expect(text).not.toContain('["secrets"');
    const { id } = await importFrom(path);
    expect((await rowsOf(elsewhere.current, id)).users).toHaveLength(2);
  });

  test('with secrets contains none of them in plain text', async () => {
    const path = await exported(await buildFull());
    const text = gunzipSync(readFileSync(path)).toString();
    expect(text).not.toContain('argon2');
    expect(text).not.toMatch(/"sealed_\w+":"1\./);
    expect(text).toMatch(/"sealed_value":"0\./);
  });

  test('is rejected with the wrong passphrase', async () => {
    const path = newFile();
    writeFileSync(path, whole);
    const wrong = importWorkspace(
      { owner: ownerOf(elsewhere.current), key: otherKey, clock, actor, onProgress },
      {
        path,
        passphrase: new Secret('another passphrase'),
        baseUrl: 'http://wrong.test',
        host: 'wrong.test',
      },
    );
    await expect(wrong).rejects.toThrow('passphrase');
  });

  test.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'without its last line',
      (bytes: Buffer) => gzipSync(`${gunzipSync(bytes).toString().split('\n').slice(0, -2).join('\n')}\n`),
    ],
    [
      'with a missing row',
      (bytes: Buffer) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/\["leads",.*\n/, ''),
        ),
    ],
    [
      'with a foreign table',
      (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().replaceAll('["leads",', '["pg_authid",')),
    ],
    ['not an export at all', () => Buffer.from('hello')],
  ])('that is damaged is rejected before anything is written (%s)', async (_how, damage) => {
    const broken = newFile();
    writeFileSync(broken, damage(whole));
    const count = () => elsewhere.current.query('select count(*) from workspaces');
    const before = await count();
    await expect(importFrom(broken)).rejects.toMatchObject({ code: 'damaged_file' });
    expect(await count()).toEqual(before);
  });

  /** Writes a modified copy of an intact file. */
  const forged = (change: (lines: string[]) => string[]) => {
    const path = newFile();
    const lines = gunzipSync(whole).toString().trimEnd().split('\n');
    writeFileSync(path, gzipSync(`${change(lines).join('\n')}\n`));
    return path;
  };
  type End = { tables: Record<string, { rows: number; highest_id?: number }>; weeks: string[] };
  const withEnd = (change: (end: End) => void) => (lines: string[]) => {
    const { end } = JSON.parse(lines.at(-1) ?? '') as { end: End };
    change(end);
    return [...lines.slice(0, -1), JSON.stringify({ end })];
  };
  const withRow =
    (table: string, change: (row: Record<string, unknown>) => void) =>
    (lines: string[]): string[] => {
      const at = lines.findIndex((line) => line.startsWith(`["${table}",`));
      const [, row] = JSON.parse(lines[at] ?? '') as [string, Record<string, unknown>];
      change(row);
      return lines.with(at, JSON.stringify([table, row]));
    };

  test.each([
    [
      'uses up the IDs of all workspaces',
      withEnd((end) => Object.assign(end.tables.leads ?? {}, { highest_id: 2 ** 52 })),
    ],
    ['requires partitions for a thousand years', withEnd((end) => end.weeks.push('1020-01-01T00:00:00Z'))],
    [
      'requires thousands of partitions',
      withEnd((end) => end.weeks.push(...Array(2_000).fill('2026-01-01T00:00:00Z'))),
    ],
    [
      'has an ID too large to read',
      withRow('runs', (row) => Object.assign(row, { workflow_id: '9223372036854775807' })),
    ],
    [
      'sets an impossibly long retention',
      withRow('workspace_settings', (row) => Object.assign(row, { restore_days: 2 ** 31 - 1 })),
    ],
    [
      'has unknown permissions',
      withRow('roles', (row) => Object.assign(row, { permissions: { everything: 'all' } })),
    ],
    [
      'counts leads that do not exist',
      withRow('lead_count_deltas', (row) => Object.assign(row, { delta: 2 ** 31 - 1 })),
    ],
  ])('that %s is rejected and leaves nothing behind', async (_how, change) => {
    const read = () =>
      elsewhere.current.asAdministrator(async (client) => ({
        workspaces: (await client.query('select count(*)::int from workspaces')).rows[0].count,
        sequence: (await client.query('select last_value::text from leads_id_seq')).rows[0].last_value,
        partitions: (
          await client.query("select count(*)::int from pg_inherits where inhparent = 'runs'::regclass")
        ).rows[0].count,
      }));
    const path = forged(change);
    // The IDs of the intact file are already taken.
    await importFrom(forged((lines) => lines));
    const before = await read();
    await expect(importFrom(path)).rejects.toMatchObject({ code: 'damaged_file' });
    expect(await read()).toEqual(before);
  });

  test("doesn't replace an existing workspace", async () => {
    const workspace = await buildFull();
    const path = newFile();
    writeFileSync(`${path}.part`, 'mine');
    await expect(exportTo(path, workspace)).rejects.toMatchObject({ code: 'file_exists' });
    expect(readFileSync(`${path}.part`, 'utf8')).toBe('mine');
  });

  test("is a snapshot that doesn't contain changes made during the export", async () => {
    const workspace = await buildFull();
    const path = newFile();
    let added = false;
    const exporting = {
      snapshot: ownerOf(here.current, true),
      key: here.current.context.key,
      clock,
      onProgress: (table: string) => {
        if (table !== 'users' || added) return;
        added = true;
        adding = changingLeads(here.current.context, workspace.id, (change) =>
          createLead(change, { first_name: 'Too late' }),
        );
      },
    };
    let adding: Promise<unknown> = Promise.resolve();
    const { rows } = await exportWorkspace(exporting, workspace, { path, passphrase, hasRuns: false });
    await adding;
    expect(rows).toMatchObject({ leads: 451, lead_history: 453 });
    expect(gunzipSync(readFileSync(path)).toString()).not.toContain('Too late');
  });
});

test('deleting a workspace resumes where it was interrupted', async () => {
  const workspace = await buildFull();
  const stop = new Error('interrupted');
  const interrupted = deleteWorkspace(
    {
      owner: ownerOf(here.current),
      clock,
      onProgress: (table) => {
        if (table === 'lead_history') throw stop;
      },
    },
    workspace.id,
  );
  await expect(interrupted).rejects.toBe(stop);
  const left = await rowsOf(here.current, workspace.id);
  expect(left.runs).toEqual([]);
  expect(left.leads).toHaveLength(451);
  await remove(workspace.id);
  for (const [table, rows] of Object.entries(await rowsOf(here.current, workspace.id)))
    expect(rows, table).toEqual([]);
});
