// A change of the owner's role, permissions or active state, or of a secret, applies to every later step (spec/runs §1.3), in
// every process that executes runs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../src/core/context/index.ts';
import { saveRole } from '../../src/core/roles/index.ts';
import { saveSecret } from '../../src/core/secrets/index.ts';
import { saveUser } from '../../src/core/users/index.ts';
import { changing } from '../harness/builders.ts';
import { eventually } from '../harness/eventually.ts';
import { isFullRun, seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { startOutside } from '../harness/servers/outside-server.ts';
import { deliver, startWholeHark, type WholeHark } from '../harness/whole-hark.ts';
import { buildStage, type Stage } from '../runs/run-stage.ts';

const runCount = isFullRun ? 400 : 40;
const rounds = [1, 2, 3, 4];
const role = { name: 'Maker', permissions: { 'leads.create': true, 'workflows.edit': 'own' } } as const;

let served: ServedDatabase;
let context: Context;
beforeAll(async () => {
  served = await startServedDatabase('revoked_runs');
  ({ context } = served);
});
afterAll(() => served?.remove(), 60_000);

/** Steps that wait, create a lead and call a server, several times. */
const stepsOf = (url: string) =>
  rounds.flatMap((round) => [
    { name: `pause${round}`, type: 'wait', for: '1 second' },
    { name: `lead${round}`, type: 'lead.create', fields: { first_name: '{{ run.id }}' } },
    {
      name: `call${round}`,
      type: 'http.request',
      url: `${url}/call${round}`,
      headers: { 'x-run': '{{ run.id }}', 'x-token': '{{ secrets.token }}' },
    },
  ]);

/** Changes that must stop a run, and how each is reverted. */
const changesOf = ({ workspace, owner }: Stage) => {
  const change = (work: Parameters<typeof changing>[2]) => () => changing(context, workspace.id, work);
  const { email } = owner;
  return {
    'a permission is removed': {
      make: change((c) => saveRole(c, { ...role, permissions: { 'leads.create': false } })),
      undo: change((c) => saveRole(c, role)),
    },
    'the owner gets another role': {
      make: change(async (c) => {
        await saveRole(c, { name: 'Nothing', permissions: {} });
        await saveUser(c, { email, role: 'Nothing' });
      }),
      undo: change((c) => saveUser(c, { email, role: role.name })),
    },
    'the owner is deactivated': {
      make: change((c) => saveUser(c, { email, active: false })),
      undo: change((c) => saveUser(c, { email, active: true })),
    },
  };
};

interface StartedStep {
  readonly run_id: string;
  readonly path: string;
  readonly type: string;
  readonly at: Date;
}

/** Returns the leads and outgoing calls that these runs made in steps that started after the given time. */
const startedAfter = (hark: WholeHark, runs: readonly string[], moment: Date): Promise<StartedStep[]> =>
  hark.query(
    `select run_id, path, type, begun.at from run_steps
     cross join lateral (
       select started_at as at where type = 'lead.create' and status = 'succeeded'
       union all
       select (attempt ->> 'at')::timestamptz from json_array_elements(attempts::json) attempt) begun
     where run_id = any($1) and begun.at > $2`,
    [runs, moment],
  );

test(`none of ${runCount} runs starts a step with permissions or secrets that its owner has lost (seed ${seedOfRun})`, async () => {
  const random = seededRandom(seedOfRun);
  const sent: { run: string; path: string; token: string }[] = [];
  const outside = await startOutside(({ url, headers }, response) => {
    sent.push({ run: `${headers['x-run']}`, path: `${url}`.slice(1), token: `${headers['x-token']}` });
    response.end('ok');
  });
  const stage = await buildStage(context, stepsOf(outside.url));
  const saveToken = (value: string) =>
    changing(context, stage.workspace.id, (change) => saveSecret(change, 'token', value));
  await changing(context, stage.workspace.id, (change) => saveRole(change, role));
  await changing(context, stage.workspace.id, (change) =>
    saveUser(change, { email: stage.owner.email, role: role.name }),
  );
  await saveToken('token-0');
  const hark = await startWholeHark('revoked_runs', {
    ...served.env,
    HARK_EGRESS_ALLOW: outside.place,
    WORK_PROCESSES: '2',
  });
  try {
    /** Starts runs, and returns when a random number of their leads exists. */
    const startRuns = async () => {
      const runs = await Promise.all(
        Array.from(
          { length: runCount },
          async () => (await deliver(`${hark.url}${stage.path}`, {})).run ?? '',
        ),
      );
      const enough = 1 + random.pick(runCount * (rounds.length - 2));
      await eventually(async () => (await created(runs)) >= enough, 60_000);
      return runs;
    };
    const created = async (runs: readonly string[]) =>
      (
        await hark.query(
          "select 1 from run_steps where run_id = any($1) and type = 'lead.create' and status = 'succeeded'",
          [runs],
        )
      ).length;
    const stopped = async (runs: readonly string[]) => {
      const rows = await hark.query<{ status: string }>(
        `select status from runs where id = any($1)
         and (status in ('succeeded', 'failed') or (status = 'waiting' and due_at is null))`,
        [runs],
      );
      return rows.length === runs.length && rows.filter(({ status }) => status !== 'succeeded').length;
    };

    for (const [name, { make, undo }] of Object.entries(changesOf(stage))) {
      const runs = await startRuns();
      await make();
      const answered = new Date();
      const stoppedRuns = await eventually(() => stopped(runs), 60_000);
      const begun = await startedAfter(hark, runs, answered);
      const forbidden =
        name === 'the owner is deactivated' ? begun : begun.filter(({ type }) => type === 'lead.create');
      expect(forbidden, name).toEqual([]);
      // At least one run must have been interrupted in the middle; otherwise the test proves nothing.
      expect(stoppedRuns, name).toBeGreaterThan(0);
      await undo();
    }

    const runs = await startRuns();
    await saveToken('token-1');
    const answered = new Date();
    await eventually(async () => (await stopped(runs)) === 0, 60_000);
    const late = new Set(
      (await startedAfter(hark, runs, answered)).map(({ run_id, path }) => `${run_id} ${path}`),
    );
    const calls = sent.filter(({ run, path }) => late.has(`${run} ${path}`));
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls.map(({ token }) => token))).toEqual(new Set(['token-1']));
  } finally {
    await hark.remove();
  }
}, 300_000);
