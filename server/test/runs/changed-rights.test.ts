// A change to the owner's role, permissions or active state, or to a secret, applies to every step that
// starts afterwards (spec/runs §1.3).
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { saveRole } from '../../src/core/roles/index.ts';
import { type RunJob, resumeRuns, takeQueued } from '../../src/core/runs/index.ts';
import { saveSecret } from '../../src/core/secrets/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { buildUser, changing } from '../harness/builders.ts';
import { startOutside } from '../harness/servers/outside-server.ts';
import { untilBlocked } from '../harness/until-blocked.ts';
import { call, reaching } from './execution/outside.ts';
import { set, useRuns } from './run-actions.ts';
import { executeAll, resave, type Stage, switchOwner } from './run-stage.ts';

const { database, doors, accepted, again, go, row, steps, paths, leadsOf } = useRuns();

const create = (name: string) => ({ name, type: 'lead.create', fields: { first_name: name } });
const canCreate = { 'leads.create': true, 'leads.view': 'all', 'workflows.edit': 'own' } as const;
const cannotCreate = { ...canCreate, 'leads.create': false };

const saveCreatorRole = (
  { context, workspace }: Stage,
  permissions: Parameters<typeof saveRole>[1]['permissions'],
) => changing(context, workspace.id, (change) => saveRole(change, { name: 'Maker', permissions }));
/** Gives the owner a role without administrator permissions. */
async function withRole(stage: Stage, permissions: Parameters<typeof saveCreatorRole>[1] = canCreate) {
  await saveCreatorRole(stage, permissions);
  await changing(stage.context, stage.workspace.id, (change) =>
    saveUser(change, { email: stage.owner.email, role: 'Maker' }),
  );
}

/** Starts a server that delays each response until the test releases it. */
async function startGate() {
  const arrivals: ReturnType<typeof Promise.withResolvers<IncomingMessage>>[] = [];
  const releases: ReturnType<typeof Promise.withResolvers<number>>[] = [];
  const at = <T>(list: ReturnType<typeof Promise.withResolvers<T>>[], index: number) =>
    (list[index] ??= Promise.withResolvers<T>());
  let calls = 0;
  const server = await startOutside(async (request, response) => {
    const index = calls++;
    at(arrivals, index).resolve(request);
    const status = await at(releases, index).promise;
    // Echoes the request, as many servers do in their errors.
    response.writeHead(status).end(`${request.headers.authorization}`);
  });
  return {
    ...server,
    calls: () => calls,
    arrived: (index: number) => at(arrivals, index).promise,
    release: (index: number, status = 200) => at(releases, index).resolve(status),
  };
}

describe('between two steps of a segment', () => {
  test('a permission that was removed fails the next step that needs it', async () => {
    const gate = await startGate();
    const gateAt = (name: string) => ({ ...call(gate.url), name });
    const { stage, job } = await accepted([
      ...[gateAt('a'), create('one'), gateAt('b'), create('two'), gateAt('c'), create('three')],
    ]);
    await withRole(stage);
    const segment = go(job, { outside: reaching(gate) });
    await gate.arrived(0);
    gate.release(0);
    await gate.arrived(1);
    expect(await leadsOf(stage)).toBe(1);
    await saveCreatorRole(stage, cannotCreate);
    gate.release(1);
    gate.release(2);
    await segment;
    expect(await paths(job)).toEqual(['a succeeded', 'one succeeded', 'b succeeded', 'two failed']);
    expect((await row(job)).error).toContain("doesn't allow it to create this lead");
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a run whose owner was deactivated stops, makes no calls, and resumes when the owner is active again', async () => {
    const gate = await startGate();
    const { stage, job } = await accepted([
      call(gate.url),
      create('lead'),
      { ...call(gate.url), name: 'second' },
    ]);
    const segment = go(job, { outside: reaching(gate) });
    await gate.arrived(0);
    await switchOwner(stage, false);
    gate.release(0);
    await segment;
    expect(await row(job)).toMatchObject({ status: 'waiting', due_at: null, fence: 1 });
    expect([await leadsOf(stage), gate.calls()]).toEqual([0, 1]);

    await switchOwner(stage, true);
    await resumeRuns(doors.dispatch(), 1_000);
    const taken = await takeQueued(doors.dispatch(), { now: new Date(), most: 1_000 });
    expect(taken.find(({ run }) => run === job.run)).toEqual({ ...job, fence: 1 });
    gate.release(1);
    gate.release(2);
    await go({ ...job, fence: 1 }, { outside: reaching(gate) });
    expect((await row(job)).status).toBe('succeeded');
    expect(await leadsOf(stage)).toBe(1);
  });

  test('a changed secret is used by the next call, and neither value is shown', async () => {
    const gate = await startGate();
    const headers = { authorization: 'Bearer {{ secrets.token }}' };
    const { stage, job } = await accepted([
      call(gate.url, { headers }),
      { ...call(gate.url, { headers }), name: 'second' },
    ]);
    const save = (value: string) =>
      changing(stage.context, stage.workspace.id, (change) => saveSecret(change, 'token', value));
    await save('first-CANARY-value');
    const segment = go(job, { outside: reaching(gate) });
    expect((await gate.arrived(0)).headers.authorization).toBe('Bearer first-CANARY-value');
    await save('second-CANARY-value');
    gate.release(0);
    expect((await gate.arrived(1)).headers.authorization).toBe('Bearer second-CANARY-value');
    gate.release(1);
    await segment;
    expect((await row(job)).status).toBe('succeeded');
    expect(JSON.stringify(await steps(job))).not.toContain('CANARY');
  });

  // These two wait for a retry, so they run at the same time.
  test.concurrent("a call isn't retried after its owner was deactivated", async () => {
    const gate = await startGate();
    const { stage, job } = await accepted([call(gate.url)]);
    const segment = go(job, { outside: reaching(gate) });
    await gate.arrived(0);
    gate.release(0, 503);
    await expect.poll(() => paths(job)).toEqual(['call waiting']);
    await switchOwner(stage, false);
    await segment;
    expect(await row(job)).toMatchObject({ status: 'waiting', due_at: null });
    expect(gate.calls()).toBe(1);
  }, 20_000);

  test.concurrent('a role changed while a call is retried applies to the next step', async () => {
    const gate = await startGate();
    const { stage, job } = await accepted([call(gate.url), create('lead')]);
    await withRole(stage);
    const segment = go(job, { outside: reaching(gate) });
    await gate.arrived(0);
    gate.release(0, 503);
    await expect.poll(() => paths(job)).toEqual(['call waiting']);
    await saveCreatorRole(stage, cannotCreate);
    gate.release(1);
    await segment;
    expect(await paths(job)).toEqual(['call succeeded', 'lead failed']);
    expect(await leadsOf(stage)).toBe(0);
  }, 20_000);
});

/** Makes a change after the runs were read, while they wait for their locks. */
async function whileLocked(jobs: readonly RunJob[], change: () => Promise<unknown>) {
  const { context, asAdministrator } = database.current;
  await asAdministrator(async (client) => {
    await client.query('begin');
    await client.query('select 1 from runs where id = any($1) for update', [jobs.map(({ run }) => run)]);
    const executing = executeAll(context, jobs);
    await untilBlocked(database.current);
    await change();
    await client.query('commit');
    await executing;
  });
}

describe.each([
  ['a single run', 1],
  ['a batch of runs in one transaction', 3],
])('%s that waited for its lock', (_, count) => {
  async function many(steps: readonly unknown[]) {
    const { stage, job } = await accepted(steps);
    const jobs = [job];
    while (jobs.length < count) jobs.push(await again(stage));
    return { stage, jobs };
  }
  const statuses = async (jobs: readonly RunJob[]) =>
    new Set(await Promise.all(jobs.map(async (job) => (await row(job)).status)));

  test("doesn't use a permission removed before it got the lock", async () => {
    const { stage, jobs } = await many([set('a', { x: 1 }), create('lead')]);
    await withRole(stage);
    await whileLocked(jobs, () => saveCreatorRole(stage, cannotCreate));
    expect(await statuses(jobs)).toEqual(new Set(['failed']));
    expect(await leadsOf(stage)).toBe(0);
  });

  test('uses a permission granted before it got the lock', async () => {
    const { stage, jobs } = await many([create('lead')]);
    await withRole(stage, cannotCreate);
    await whileLocked(jobs, () => saveCreatorRole(stage, canCreate));
    expect(await statuses(jobs)).toEqual(new Set(['succeeded']));
    expect(await leadsOf(stage)).toBe(count);
  });

  test('stops if its owner was deactivated before it got the lock', async () => {
    const { stage, jobs } = await many([create('lead')]);
    await whileLocked(jobs, () => switchOwner(stage, false));
    expect(await statuses(jobs)).toEqual(new Set(['waiting']));
    expect(await leadsOf(stage)).toBe(0);
  });

  test('acts as the new owner if the workflow changed hands before it got the lock', async () => {
    const { stage, jobs } = await many([create('lead')]);
    const newOwner = await buildUser(stage.context, stage.workspace.id, { role: 'Everything' });
    await whileLocked(jobs, () => resave(stage, { owner: newOwner.email }));
    const rows = await database.current.query(
      'select distinct owner_id::int from leads where workspace_id = $1',
      [stage.workspace.id],
    );
    expect(rows).toEqual([{ owner_id: newOwner.id }]);
  });
});
