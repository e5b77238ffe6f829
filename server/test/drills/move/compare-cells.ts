import type { Secret } from '../../../src/lib/crypto/secret.ts';
import { asAdministrator } from '../../harness/scratch-database.ts';

/** These rows never change after they were written, so they must be identical in both cells. */
const lasting = ['lead_history', 'audit_entries', 'workflow_versions'] as const;
/** These rows must exist in both cells; they may have changed since. */
const counted = ['leads', 'users', 'roles', 'workflows', 'listeners', 'api_clients', 'runs'] as const;

type Found = Readonly<Record<string, { readonly count: number; readonly rows: ReadonlySet<string> }>>;

/** Reads what the moved workspace has. The neighbor in the other cell has other rows. */
const readCell = (database: Secret): Promise<Found> =>
  asAdministrator(async (client) => {
    const found: Record<string, { count: number; rows: ReadonlySet<string> }> = {};
    const workspace = `workspace_id = (select id from workspaces where name = 'Chaos')`;
    for (const table of [...lasting, ...counted]) {
      const what = (lasting as readonly string[]).includes(table)
        ? `md5((to_jsonb(t) - 'workspace_id')::text)`
        : 'id::text';
      const { rows } = await client.query<{ row: string }>(
        `select ${what} as row from ${table} t where ${workspace}`,
      );
      found[table] = { count: rows.length, rows: new Set(rows.map(({ row }) => row)) };
    }
    return found;
  }, database);

/** Every row that the old cell has must be in the new one, which has more by now. */
export async function compareCells(from: Secret, to: Secret) {
  const [before, after] = [await readCell(from), await readCell(to)];
  const missing = Object.entries(before).map(([table, { count, rows }]) => {
    const there = after[table]?.rows ?? new Set();
    return { table, count, missing: [...rows].filter((row) => !there.has(row)).length };
  });
  return {
    rows: Object.fromEntries(missing.map(({ table, count }) => [table, count])),
    wrong: missing
      .filter((one) => one.missing > 0)
      .map((one) => `${one.missing} of ${one.count} rows of ${one.table} are missing or different`),
  };
}
