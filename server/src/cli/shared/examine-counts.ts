import type { Context } from '../../core/context/index.ts';
import { examine, type Finding } from '../../core/installation/index.ts';
import { recountLeads } from '../../core/leads/index.ts';
import { listWorkspaces, type Workspace } from '../../core/workspaces/index.ts';
import { requireWorkspace } from './workspace-option.ts';

type Database = Context['db'];

/**
 * Recounts the leads. Reports one line for each workspace with a wrong count, and one line for all the correct
 * ones.
 */
export async function* examineCounts(db: Database, baseUrl: string | undefined): AsyncGenerator<Finding> {
  let [right, leads] = [0, 0];
  const add = (counted: number) => {
    right += 1;
    leads += counted;
  };
  try {
    const chosen = baseUrl === undefined ? listWorkspaces({ db }) : [await requireWorkspace({ db }, baseUrl)];
    for await (const workspace of chosen) yield* examineOne(db, workspace, add);
  } catch (error) {
    return yield examine('counts', () => Promise.reject(error));
  }
  yield { check: 'counts', ok: true, says: `correct in ${right} workspace(s) with ${leads} lead(s)` };
}

async function* examineOne(
  db: Database,
  { id, baseUrl }: Workspace,
  add: (leads: number) => void,
): AsyncGenerator<Finding> {
  const finding = await examine(`counts of ${baseUrl}`, async () => {
    const { leads, differences } = await recountLeads(db, id);
    const [first] = differences;
    if (first) {
      throw new Error(
        `Lead totals are wrong: ${first.of} ${first.id} has ${first.real} leads, but the stored count is ${first.counted} (${differences.length} wrong counts in all). Please report this bug.`,
      );
    }
    add(leads);
    return 'right';
  });
  if (!finding.ok) yield finding;
}
