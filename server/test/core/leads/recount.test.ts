import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createLead,
  deleteLead,
  foldLeadCounts,
  recountDue,
  recountLeads,
} from '../../../src/core/leads/index.ts';
import { openUpkeep } from '../../../src/db/upkeep-database.ts';
import type { UserId, WorkspaceId } from '../../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changingLeads } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

function useUpkeep() {
  const upkeep = openUpkeep(database.current.addresses, silent);
  onTestFinished(() => upkeep.close());
  return upkeep;
}

/** A workspace with six leads: folded and open counts, one owner and nobody. */
async function buildCounted(): Promise<{ id: WorkspaceId; owner: UserId }> {
  const { context } = database.current;
  const { id } = await buildWorkspace(context);
  const owner = (await buildUser(context, id)).id;
  const create = () =>
    changingLeads(context, id, async (change) => {
      for (const owner_id of [owner, owner, null]) await createLead(change, { owner_id });
      await deleteLead(change, (await createLead(change, { owner_id: owner })).id);
    });
  await create();
  await foldLeadCounts(useUpkeep());
  await create();
  return { id, owner };
}

const plant = (statement: string) => database.current.asAdministrator((client) => client.query(statement));

describe('a recount', () => {
  test('agrees with counts that are right, folded or not, and with an empty workspace', async () => {
    const { context, db } = database.current;
    const { id } = await buildCounted();
    expect(await recountLeads(db, id)).toEqual({ leads: 6, differences: [] });
    expect(await recountLeads(db, (await buildWorkspace(context)).id)).toEqual({ leads: 0, differences: [] });
  });

  test('finds a wrong count of the workspace, of an owner and of a block, and changes none', async () => {
    const { db } = database.current;
    const { id, owner } = await buildCounted();
    const all = { of: 'workspace', id: 0, real: 6 };
    const block = { of: 'block', id: 0, real: 6 };
    const cases: [planted: string, undone: string, differences: object[]][] = [
      [
        'update lead_counts set count = 4 where owner_id = -1',
        'update lead_counts set count = 3 where owner_id = -1',
        [{ ...all, counted: 7 }],
      ],
      [
        `update lead_counts set count = 0 where owner_id = ${owner}`,
        `update lead_counts set count = 2 where owner_id = ${owner}`,
        [{ of: 'owner', id: owner, counted: 2, real: 4 }],
      ],
      [
        'update lead_blocks set count = 8 where true',
        'update lead_blocks set count = 3 where true',
        [{ ...block, counted: 11 }],
      ],
      [
        'update lead_count_deltas set delta = 2 where owner_id = 0',
        'update lead_count_deltas set delta = 1 where owner_id = 0',
        [
          { ...all, counted: 7 },
          { of: 'owner', id: 0, counted: 3, real: 2 },
          { ...block, counted: 7 },
        ],
      ],
    ];
    for (const [planted, undone, differences] of cases) {
      await plant(`${planted} and workspace_id = ${id}`);
      expect((await recountLeads(db, id)).differences).toEqual(differences);
      expect((await recountLeads(db, id)).differences).toEqual(differences);
      await plant(`${undone} and workspace_id = ${id}`);
    }
    expect((await recountLeads(db, id)).differences).toEqual([]);
  });

  test('upkeep recounts each workspace once a day and tells only of the wrong ones', async () => {
    const { db } = database.current;
    const upkeep = useUpkeep();
    const [right, wrong] = [await buildCounted(), await buildCounted()];
    await plant(`update lead_counts set count = 99 where workspace_id = ${wrong.id} and owner_id = -1`);
    const recountAll = async () =>
      (await Promise.all([recountDue(upkeep, db), recountDue(upkeep, db)])).flat();
    expect((await recountAll()).map(({ workspace }) => workspace)).toEqual([wrong.id]);
    expect(await recountAll()).toEqual([]);
    await plant(`update lead_upkeep set recounted_at = now() - interval '25 hours'`);
    expect(await recountAll()).toMatchObject([
      {
        workspace: wrong.id,
        recounted: { leads: 6, differences: [{ of: 'workspace', counted: 102, real: 6 }] },
      },
    ]);
    expect((await recountLeads(db, right.id)).differences).toEqual([]);
  });
});
