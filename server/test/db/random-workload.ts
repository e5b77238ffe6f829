import { listAudit } from '../../src/core/audit/index.ts';
import type { Context } from '../../src/core/context/index.ts';
import { removeRole, saveRole } from '../../src/core/roles/index.ts';
import { selectRoleByName } from '../../src/core/roles/role-store.ts';
import { changeSettings } from '../../src/core/workspaces/index.ts';
import { sql } from '../../src/db/driver/sql.ts';
import { HarkError } from '../../src/lib/errors.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { changing } from '../harness/builders.ts';
import type { Random } from '../harness/seeded-random.ts';

/** Returns the prefix of every name that a workspace writes, so a leaked name reveals its workspace. */
const canaryOf = (workspace: WorkspaceId) => `canary-${workspace}-`;

type Operation = (
  context: Context,
  workspace: WorkspaceId,
  pick: (most: number) => number,
) => Promise<unknown>;

/** The product's own use cases, which name the workspace in every statement. */
export const useCases: readonly Operation[] = [
  (context, id, pick) =>
    changing(context, id, (change) => saveRole(change, { name: `${canaryOf(id)}${pick(20)}` })),
  (context, id, pick) =>
    changing(context, id, (change) =>
      saveRole(change, {
        name: `${canaryOf(id)}${pick(20)}`,
        permissions: { 'leads.create': pick(2) === 1 },
      }),
    ),
  (context, id, pick) => changing(context, id, (change) => removeRole(change, `${canaryOf(id)}${pick(20)}`)),
  (context, id, pick) =>
    changing(context, id, (change) => changeSettings(change, { restore_days: pick(90) })),
  (context, id, pick) => context.db.read(id, (tx) => selectRoleByName(tx, id, `${canaryOf(id)}${pick(20)}`)),
  (context, id) => listAudit(context, id, { limit: 5 }),
  async (context, id) => {
    const entries = await listAudit(context, id, { limit: 50 });
    return entries.map((entry) => entry.subject.name);
  },
];

/** Statements that omit the workspace, so only the policies protect other workspaces' rows. */
export const careless: readonly Operation[] = [
  (context, id) => context.db.read(id, (tx) => tx.query(sql`select name from roles limit 50`)),
  (context, id) =>
    context.db.read(id, (tx) =>
      tx.query(sql`select subject_name, new_values from audit_entries order by id desc limit 20`),
    ),
  (context, id) =>
    context.db.write(id, (tx) =>
      tx.query(sql`update roles set permissions = '{}' where name like '%-7' returning name`),
    ),
  (context, id) =>
    context.db.write(id, (tx) => tx.query(sql`delete from roles where name like '%-13' returning name`)),
  async (context, id) => {
    const rolledBack = context.db.write(id, async (tx) => {
      const seen = await tx.query(sql`delete from roles returning name`);
      throw new Error(JSON.stringify(seen));
    });
    return rolledBack.catch((error: Error) => error.message);
  },
];

/**
 * If two writers change one row, one of them may get a conflict or become a deadlock victim. Both are
 * expected.
 */
function lostRace(error: unknown): string {
  if (error instanceof HarkError && (error.kind === 'conflict' || error.kind === 'unavailable'))
    return error.message;
  throw error;
}

/** Runs `count` operations, eight at a time, each in a random workspace. Returns every leak from another workspace. */
export async function runWorkload(
  context: Context,
  workspaces: readonly WorkspaceId[],
  operations: readonly Operation[],
  count: number,
  { pick }: Random,
): Promise<string[]> {
  const leaks: string[] = [];
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const workspace = workspaces[pick(workspaces.length)] as WorkspaceId;
      const operation = operations[pick(operations.length)] as Operation;
      const seen = JSON.stringify(await operation(context, workspace, pick).catch(lostRace)) ?? '';
      const foreign = seen.matchAll(/canary-(\d+)-/g).filter(([, owner]) => Number(owner) !== workspace);
      for (const [canary] of foreign)
        leaks.push(`workspace ${workspace} saw ${canary} by operation ${operations.indexOf(operation)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return leaks;
}
