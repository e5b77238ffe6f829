import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { copyTemplate, useTestDatabase } from '../harness/test-database.ts';
import { careless, runWorkload, useCases } from './random-workload.ts';

const database = useTestDatabase();

async function twentyWorkspaces(context: Context) {
  const workspaces = [];
  for (let index = 0; index < 20; index++) workspaces.push((await buildWorkspace(context)).id);
  return workspaces;
}

/** Expects every workspace to have rows. Otherwise the test would prove nothing. */
async function expectCanariesEverywhere(
  copy: Pick<typeof database.current, 'asAdministrator'>,
  workspaces: readonly number[],
) {
  const { rows } = await copy.asAdministrator((client) =>
    client.query<{ workspace_id: string }>(
      "select distinct workspace_id from audit_entries where subject_name like 'canary-%'",
    ),
  );
  expect(rows).toHaveLength(workspaces.length);
}

describe('in 20 workspaces, 10,000 random reads and writes', () => {
  test(`return no row from another workspace (seed ${seedOfRun})`, async () => {
    const { context } = database.current;
    const workspaces = await twentyWorkspaces(context);
    const leaks = await runWorkload(
      context,
      workspaces,
      [...useCases, ...careless],
      10_000,
      seededRandom(seedOfRun),
    );
    expect(leaks).toEqual([]);
    await expectCanariesEverywhere(database.current, workspaces);
  });

  test("without the policies, statements that omit the workspace leak rows, but the product's own statements don't", async () => {
    const copy = await copyTemplate();
    try {
      const workspaces = await twentyWorkspaces(copy.context);
      await copy.asAdministrator((client) =>
        client.query(
          'alter table roles disable row level security; alter table audit_entries disable row level security',
        ),
      );
      const random = seededRandom(seedOfRun);
      expect(await runWorkload(copy.context, workspaces, useCases, 2_000, random)).toEqual([]);
      await expectCanariesEverywhere(copy, workspaces);
      const leaks = await runWorkload(copy.context, workspaces, careless, 200, random);
      expect(leaks.length).toBeGreaterThan(10);
    } finally {
      await copy.drop();
    }
  });
});
