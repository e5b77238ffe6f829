import { describe, expect, test } from 'vitest';
import {
  createLead,
  deleteLead,
  foldLeadCounts,
  recountDue,
  recountLeads,
} from '../../../src/core/leads/index.ts';
import type { UserId, WorkspaceId } from '../../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changingLeads } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

/**
 * Creates a workspace with six leads, some of which have an owner. Half of the leads are in the folded counts, the
 * other half in open deltas.
 */
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
  await foldLeadCounts(database.current.upkeep);
  await create();
  return { id, owner };
}

const plant = (statement: string) => database.current.query(statement);

describe('a recount', () => {
  test('finds no difference if the folded and pending counts are correct, or if the workspace is empty', async () => {
    const { context, db } = database.current;
    const { id } = await buildCounted();
    expect(await recountLeads(db, id)).toEqual({ leads: 6, differences: [] });
    expect(await recountLeads(db, (await buildWorkspace(context)).id)).toEqual({ leads: 0, differences: [] });
  });

  test("reports a wrong count for the workspace, an owner or a block, and doesn't correct it", async () => {
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

  test('upkeep recounts each workspace once a day and reports only wrong counts', async () => {
    const { db } = database.current;
    const { upkeep } = database.current;
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
