import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { saveLeadField } from '../../../src/core/lead-fields/index.ts';
import { createLead, editLead, rewriteLeads } from '../../../src/core/leads/index.ts';
import type { Workspace } from '../../../src/core/workspaces/index.ts';
import { openUpkeep } from '../../../src/db/upkeep-database.ts';
import type { LeadId } from '../../../src/lib/ids.ts';
import { buildApiCaller, buildBusyWorkspace } from '../../harness/api-callers.ts';
import { changing, changingLeads } from '../../harness/builders.ts';
import { eventually } from '../../harness/eventually.ts';
import { silent } from '../../harness/scratch-database.ts';
import { seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { useApi } from '../../harness/servers/api-server.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();
const api = useApi(database);

function useUpkeep() {
  const upkeep = openUpkeep(database.current.addresses, silent);
  onTestFinished(() => upkeep.close());
  return upkeep;
}

/** Runs the rewrite until no work is left. */
async function rewriteAll(upkeep: ReturnType<typeof openUpkeep>): Promise<void> {
  while (await rewriteLeads(upkeep, database.current.db, { settledAfterMs: 0 }));
}

const addField = (workspace: Workspace, alias: string) =>
  changing(database.current.context, workspace.id, (change) =>
    saveLeadField(change, { alias, type: 'text' }),
  );

const stateOf = ({ id }: Workspace): Promise<{ stale: number; isOpen: boolean }> =>
  database.current.asAdministrator(async (client) => {
    const { rows } = await client.query(
      `select count(*) filter (where field_set < since)::int as stale, rewrite_since is not null as "isOpen"
       from lead_upkeep left join leads l using (workspace_id)
         left join (select workspace_id, max(since_version) as since from lead_fields group by 1) f using (workspace_id)
       where workspace_id = ${id} group by rewrite_since`,
    );
    return rows[0];
  });

async function buildLeads(count: number): Promise<{ workspace: Workspace; ids: LeadId[] }> {
  const workspace = await buildBusyWorkspace(database.current.context);
  const ids = await changingLeads(database.current.context, workspace.id, async (change) => {
    const created: LeadId[] = [];
    for (let number = 0; number < count; number++)
      created.push(
        (await createLead(change, { first_name: `Old ${number}`, tags: ['a'], score: number })).id,
      );
    return created;
  });
  return { workspace, ids };
}

describe('rewriting leads', () => {
  test('leads with an older field set are returned in full, byte for byte the same before and after the rewrite', async () => {
    const { context } = database.current;
    const { workspace, ids } = await buildLeads(250);
    const { ask } = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
    await addField(workspace, 'shoe_size');
    const read = async () => {
      const pages = [0, 100, 200].map((start) => ask('GET', `/api/leads?limit=100&start=${start}`));
      const history = ask('GET', `/api/leads/${ids[7]}/history`);
      return Promise.all([...pages, history].map(async (answer) => (await answer).text));
    };
    const before = await read();
    expect(before[0]).toContain('"shoe_size":null');
    expect(await stateOf(workspace)).toEqual({ stale: 250, isOpen: true });
    await rewriteAll(useUpkeep());
    expect(await stateOf(workspace)).toEqual({ stale: 0, isOpen: false });
    expect(await read()).toEqual(before);
  });

  test.each(['label', 'required', 'options'])(
    'a change of only %s rewrites no leads and is visible immediately',
    async (what) => {
      const { context } = database.current;
      const { workspace } = await buildLeads(3);
      const { ask } = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
      const save = (params: Omit<Parameters<typeof saveLeadField>[1], 'alias'>) =>
        changing(context, workspace.id, (change) => saveLeadField(change, { alias: 'size', ...params }));
      await save({ type: 'select', options: ['s'] });
      await rewriteAll(useUpkeep());
      await save({
        label: 'Grösse',
        required: what === 'required',
        options: what === 'options' ? ['s', 'm'] : ['s'],
      });
      expect(await stateOf(workspace)).toEqual({ stale: 0, isOpen: false });
      const fields = (await ask('GET', '/api/leads/list/fields')).json;
      expect(fields.at(-1)).toMatchObject({
        label: 'Grösse',
        required: what === 'required',
        options: what === 'options' ? ['s', 'm'] : ['s'],
      });
      await addField(workspace, 'another');
      expect((await stateOf(workspace)).stale).toBe(3);
    },
  );

  test('starts only when no request can still use the old field set', async () => {
    const { workspace } = await buildLeads(1);
    await addField(workspace, 'later');
    expect(await rewriteLeads(useUpkeep(), database.current.db)).toBe(false);
    expect(await stateOf(workspace)).toEqual({ stale: 1, isOpen: true });
  });

  test('starts over if the field set changes during the rewrite', async () => {
    const { workspace } = await buildLeads(250);
    const upkeep = useUpkeep();
    await addField(workspace, 'one');
    expect(await rewriteLeads(upkeep, database.current.db, { settledAfterMs: 0 })).toBe(true);
    await addField(workspace, 'two');
    expect((await stateOf(workspace)).stale).toBe(250);
    await rewriteAll(upkeep);
    expect(await stateOf(workspace)).toEqual({ stale: 0, isOpen: false });
  });

  test('skips a locked lead and returns to it later', async () => {
    const { context } = database.current;
    const { workspace, ids } = await buildLeads(10);
    const upkeep = useUpkeep();
    await addField(workspace, 'held');
    const locked = ids[4] as LeadId;
    await changingLeads(context, workspace.id, async (change) => {
      await editLead(change, locked, { city: 'Bern' });
      await rewriteAll(upkeep);
      expect(await stateOf(workspace)).toEqual({ stale: 1, isOpen: true });
      throw new Error('rollback');
    }).catch(() => undefined);
    await rewriteAll(upkeep);
    expect(await stateOf(workspace)).toEqual({ stale: 0, isOpen: false });
  });

  test(`loses no edits by concurrent writers (seed ${seedOfRun})`, async () => {
    const { context, db } = database.current;
    const { workspace, ids } = await buildLeads(120);
    const upkeeps = [useUpkeep(), useUpkeep()];
    const { ask } = await buildApiCaller(context, api, workspace, { isAdmin: true }, 'api_key');
    const random = seededRandom(seedOfRun);
    const last = new Map<LeadId, string>();
    let edits = 0;
    let isDone = false;
    const writer = async (own: LeadId[]) => {
      for (let round = 0; round < 20; round++) {
        const id = random.oneOf(own);
        const city = `City ${++edits}`;
        const { status } = await ask('PATCH', `/api/leads/${id}`, { body: { city } });
        expect(status).toBe(200);
        last.set(id, city);
      }
    };
    const rewriter = async (upkeep: (typeof upkeeps)[number]) => {
      while (!isDone) {
        await rewriteLeads(upkeep, db, { settledAfterMs: 0 });
        await sleep(1);
      }
    };
    const fields = async () => {
      for (let number = 0; number < 5; number++) {
        await addField(workspace, `field_${number}`);
        await eventually(() => edits >= 12 * number);
      }
    };
    const rewriting = upkeeps.map(rewriter);
    const writers = [0, 1, 2, 3].map((part) => writer(ids.slice(part * 30, part * 30 + 30)));
    await Promise.all([...writers, fields()]).finally(() => {
      isDone = true;
    });
    await Promise.all(rewriting);
    await rewriteAll(upkeeps[0] as (typeof upkeeps)[number]);
    for (const [id, city] of last) {
      const { lead } = (await ask('GET', `/api/leads/${id}`)).json;
      expect(lead).toMatchObject({ city, first_name: expect.stringMatching(/^Old /), field_4: null });
    }
    expect(last.size).toBeGreaterThan(30);
  });
});
