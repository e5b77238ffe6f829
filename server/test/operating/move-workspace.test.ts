// A workspace moves to another installation while it is in use (spec/cells §4).
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../src/core/audit/index.ts';
import { sealedColumns } from '../../src/core/encryption/index.ts';
import {
  createLead,
  deleteLead,
  editLead,
  foldLeadCounts,
  recountLeads,
} from '../../src/core/leads/index.ts';
import { selectFreePlaces } from '../../src/core/runs/dispatch/dispatch-store.ts';
import {
  cancelMove,
  createReceiver,
  type Moving,
  moveWorkspace,
  type Send,
} from '../../src/core/workspace-move/index.ts';
import { deleteWorkspace, workspaceTables } from '../../src/core/workspace-transfer/index.ts';
import { resumeWorkspace, type Workspace } from '../../src/core/workspaces/index.ts';
import { openDispatch } from '../../src/db/dispatch-database.ts';
import { systemClock as clock } from '../../src/lib/clock.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';
import type { LeadId, WorkspaceId } from '../../src/lib/ids.ts';
import { buildUser, buildWorkspace, changingLeads, furnish } from '../harness/builders.ts';
import { useOwners } from '../harness/owner-databases.ts';
import { silent } from '../harness/scratch-database.ts';
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { type TestDatabase, useTestDatabase } from '../harness/test-database.ts';

const [here, elsewhere] = [useTestDatabase(), useTestDatabase()];
/** The other installation has another key. */
const otherKey = { number: 1, secret: new Secret('another-installation-key-0123456789-abcdef') };
const actor: Actor = { user: null, means: { type: 'command', name: 'test' }, origin: 'a test' };

const ownerOf = useOwners();

/** Starts the side that receives. Messages go through JSON, as on the network. */
function startReceiving(): Send {
  const owner = ownerOf(elsewhere.current);
  const servesAt = ['http://elsewhere.test'];
  const receiver = createReceiver({ owner, key: otherKey, clock, actor, servesAt });
  return async (name, message) => {
    const answer = receiver[name] as (message: unknown) => Promise<object>;
    return { ...(await answer(JSON.parse(JSON.stringify(message)))) };
  };
}

const movingWith = (send = startReceiving()): Moving => ({
  owner: ownerOf(here.current),
  snapshot: ownerOf(here.current, true),
  key: here.current.context.key,
  clock,
  appRole: here.current.addresses.roleNames.app,
  send,
  report: () => {},
  onProgress: () => {},
});

async function rowsOf(database: TestDatabase, id: WorkspaceId): Promise<Record<string, string[]>> {
  return database.asAdministrator(async (client) => {
    const found: Record<string, string[]> = {};
    for (const { table } of workspaceTables) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'workspace_id')::text as row from ${table} t where workspace_id = $1 order by 1`,
        [id],
      );
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  });
}

async function arrivedOf({ host }: Workspace): Promise<{ id: WorkspaceId; suspended_at: Date | null }> {
  const text = 'select id, suspended_at from workspaces where host = $1';
  const [row] = await elsewhere.current.query(text, [host]);
  return { ...row, id: Number(row.id) };
}

/** These tables have columns that differ between installations, or change when the workspace arrives. */
const differing = new Set<string>([
  ...sealedColumns.map(({ table }) => table),
  'audit_entries',
  'runs',
  'moving_rows',
]);

async function expectSame(workspace: Workspace): Promise<WorkspaceId> {
  const { id, suspended_at } = await arrivedOf(workspace);
  expect(suspended_at).toBeNull();
  const [before, after] = [await rowsOf(here.current, workspace.id), await rowsOf(elsewhere.current, id)];
  for (const [table, rows] of Object.entries(before)) {
    if (!differing.has(table)) expect(after[table], table).toEqual(rows);
    else if (table !== 'audit_entries' && table !== 'moving_rows')
      expect(after[table]?.length, table).toBe(rows.length);
  }
  expect(after.audit_entries?.length).toBe((before.audit_entries?.length ?? 0) + 1);
  expect(await recountLeads(elsewhere.current.db, id)).toMatchObject({ differences: [] });
  return id;
}

async function buildFull(): Promise<Workspace> {
  const { context } = here.current;
  const workspace = await buildWorkspace(context);
  await furnish(context, workspace);
  const owner = await buildUser(context, workspace.id);
  await changingLeads(context, workspace.id, async (change) => {
    for (let number = 0; number < 1_200; number++)
      await createLead(change, { first_name: `Lead ${number}`, owner_id: owner.id });
  });
  return workspace;
}

/** Changes leads at random until it is stopped or the workspace has moved. Leads compete for few email addresses. */
function keepChanging(workspace: Workspace) {
  const random = seededRandom(seedOfRun);
  let [isStopped, changes] = [false, 0];
  const leads: LeadId[] = [];
  const change = () =>
    changingLeads(here.current.context, workspace.id, async (part) => {
      const email = random.chance(50) ? `move-${random.pick(8)}@example.test` : undefined;
      const dice = random.pick(10);
      const lead = leads.length > 0 ? random.oneOf(leads) : undefined;
      if (lead === undefined || dice < 4)
        leads.push((await createLead(part, { first_name: 'New', ...(email && { email }) })).id);
      else if (dice < 8) await editLead(part, lead, { city: `City ${changes}`, ...(email && { email }) });
      else await deleteLead(part, leads.splice(leads.indexOf(lead), 1)[0] ?? lead);
      changes++;
    });
  const done = (async () => {
    while (!isStopped) {
      try {
        await change();
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === 'workspace_moving') return 'moved';
        // Another lead has the email address, or the lead is gone.
        if (!['already_exists', 'taken', 'not_found'].includes(code ?? '')) throw error;
      }
    }
    return 'stopped';
  })();
  return {
    stop: async () => {
      isStopped = true;
      return { end: await done, changes };
    },
  };
}

describe('a workspace that moves', () => {
  test(`has the same rows elsewhere, although leads changed all the time (spec/cells §4.1, spec/cells §4.2), seed ${seedOfRun}`, async () => {
    const workspace = await buildFull();
    const changing = keepChanging(workspace);
    await moveWorkspace(movingWith(), workspace);
    const { end, changes } = await changing.stop();
    expect(end).toBe('moved');
    expect(changes).toBeGreaterThan(10);
    const id = await expectSame(workspace);
    const next = await changingLeads({ ...elsewhere.current.context, key: otherKey }, id, (change) =>
      createLead(change, { first_name: 'Next' }),
    );
    const [last] = await here.current.query('select max(id)::int as id from leads');
    expect(next.id).toBeGreaterThan(last.id);
  });

  test('continues after an interruption at every message (spec/cells §4.5)', async () => {
    const workspace = await buildFull();
    const changing = keepChanging(workspace);
    let attempts = 0;
    for (let isMoved = false; !isMoved; attempts++) {
      let left = 3 * attempts;
      const receive = startReceiving();
      const interrupted: Send = async (name, message, options) => {
        const answer = await receive(name, message, options);
        // The answer is lost: the process was killed before it arrived.
        if (left-- === 0) throw new Error('killed');
        return answer;
      };
      isMoved = await moveWorkspace(movingWith(interrupted), workspace).then(
        () => true,
        (error: Error) => {
          if (error.message !== 'killed') throw error;
          return false;
        },
      );
    }
    expect(attempts).toBeGreaterThan(3);
    expect((await changing.stop()).end).toBe('moved');
    await expectSame(workspace);
  });

  test('is continued by one call of the command only (spec/cells §4.5)', async () => {
    const workspace = await buildFull();
    const receive = startReceiving();
    let sent = 0;
    const overtaken: Send = async (...message) => {
      // Another call begins and finishes the move while this message is on its way.
      if (++sent === 10) await moveWorkspace(movingWith(), workspace);
      return receive(...message);
    };
    await expect(moveWorkspace(movingWith(overtaken), workspace)).rejects.toMatchObject({
      code: expect.stringMatching(/^(move_continued|not_arriving)$/),
    });
    await expectSame(workspace);
    // A message of the earlier call that arrives late is rejected too.
    const [{ move_id: move }] = (await elsewhere.current.query(
      'select move_id from workspaces where host = $1',
      [workspace.host],
    )) as [{ move_id: string }];
    await elsewhere.current.query(
      `update workspaces set move_state = 'arriving', suspended_at = now() where move_id = $1`,
      [move],
    );
    await expect(receive('arrive', { move, call: 1 })).rejects.toMatchObject({ code: 'move_continued' });
  });

  test('cannot change in its old installation any more (spec/cells §4.6)', async () => {
    const workspace = await buildFull();
    await moveWorkspace(movingWith(), workspace);
    const { context } = here.current;
    const write = changingLeads(context, workspace.id, (change) =>
      createLead(change, { first_name: 'Late' }),
    );
    await expect(write).rejects.toMatchObject({ code: 'workspace_moving', retryAfterSeconds: 1 });
    await expect(resumeWorkspace(context, actor, workspace.id)).rejects.toMatchObject({
      code: 'workspace_moves',
    });
    const { upkeep } = here.current;
    await foldLeadCounts(upkeep);
    const { lead_count_deltas: deltas } = await rowsOf(here.current, workspace.id);
    expect(deltas?.length).toBeGreaterThan(0);
    await expect(cancelMove(movingWith(), workspace)).rejects.toMatchObject({ code: 'already_moved' });
    await deleteWorkspace({ owner: ownerOf(here.current), clock, onProgress: () => {} }, workspace.id);
    for (const [table, rows] of Object.entries(await rowsOf(here.current, workspace.id)))
      expect(rows, table).toEqual([]);
  });

  test('starts no runs while it waits for those that have started (spec/cells §4.4)', async () => {
    const workspace = await buildFull();
    const door = openDispatch(here.current.addresses, silent);
    const free = async () => (await selectFreePlaces(door, [workspace.id], 100)).get(workspace.id) ?? 0;
    const seen: number[] = [];
    const receive = startReceiving();
    const watching: Send = async (...message) => {
      const rows = await here.current.query('select move_state from workspaces where id = $1', [
        workspace.id,
      ]);
      if (rows[0].move_state === 'draining') seen.push(await free());
      return receive(...message);
    };
    const writing = keepChanging(workspace);
    await moveWorkspace(movingWith(watching), workspace);
    await writing.stop();
    await door.close();
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBe(0);
  });

  test('stays if the move is called off before the switch (spec/cells §4.5)', async () => {
    const workspace = await buildFull();
    const before = await rowsOf(here.current, workspace.id);
    let left = 8;
    const receive = startReceiving();
    const interrupted: Send = async (...message) => {
      if (left-- === 0) throw new Error('killed');
      return receive(...message);
    };
    await expect(moveWorkspace(movingWith(interrupted), workspace)).rejects.toThrow('killed');
    expect(await cancelMove(movingWith(), workspace)).toBe(true);
    expect(await cancelMove(movingWith(), workspace)).toBe(false);
    expect(await rowsOf(here.current, workspace.id)).toEqual({ ...before, moving_rows: [] });
    await changingLeads(here.current.context, workspace.id, (change) =>
      createLead(change, { first_name: 'Still here' }),
    );
    expect((await rowsOf(here.current, workspace.id)).moving_rows).toEqual([]);
    // The copy can't be used by mistake.
    await expect(moveWorkspace(movingWith(), workspace)).rejects.toMatchObject({ code: 'workspace_exists' });
    const triggers = await here.current.asAdministrator((client) =>
      client.query(`select from pg_trigger where tgname like 'move\\_${workspace.id}\\_%'`),
    );
    expect(triggers.rowCount).toBe(0);
  });
});
