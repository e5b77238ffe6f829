// A caller that waits for its workflow takes one of a limited number of slots, and frees it when it disconnects (spec/listeners §7.2).
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunId } from '../../../src/lib/ids.ts';
import { eventually } from '../../harness/eventually.ts';
import { useListeners } from '../../harness/listener-surface.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, execute, type Stage, useRunDoors } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);
const listeners = useListeners(database, doors);

const answer = { name: 'answer', type: 'respond', status: 201, body: 'hello' };
const stageOf = () => buildStage(database.current.context, [answer], { respond_with: 'workflow' });

/** A caller that can disconnect. */
function call({ workspace, path }: Stage) {
  const gone = new AbortController();
  const answered = new Promise<number | 'gone'>((resolve) => {
    const headers = { host: workspace.host, 'content-type': 'application/json' };
    const sent = request(
      { port: listeners.port(), host: '127.0.0.1', method: 'POST', path, headers, signal: gone.signal },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.resume();
      },
    );
    sent.on('error', () => resolve('gone'));
    sent.end('{}');
  });
  return { answered, hangUp: () => gone.abort() };
}

const runsOf = async ({ workspace }: Stage) => {
  const rows = await database.current.query<{ id: RunId }>('select id from runs where workspace_id = $1', [
    workspace.id,
  ]);
  return rows.map(({ id }) => id);
};
const isStill = async (answered: Promise<number | 'gone'>) =>
  (await Promise.race([answered, sleep(150).then(() => 'waiting')])) === 'waiting';

test('if 200 callers wait in a workspace, the next one gets 202 immediately; a disconnect frees a slot', async () => {
  const stage = await stageOf();
  const callers = Array.from({ length: 200 }, () => call(stage));
  await eventually(async () => (await runsOf(stage)).length === 200);
  await eventually(async () => (await call(stage).answered) === 202);
  callers[0]?.hangUp();
  const next = await eventually(async () => {
    const caller = call(stage);
    return (await isStill(caller.answered)) && caller;
  });
  // The callers connect in parallel, because each waits only 20 seconds.
  const runs = await runsOf(stage);
  while (runs.length > 0) {
    const jobs = runs.splice(0, 8).map((run) => ({ workspace: stage.workspace.id, run, fence: 0 }));
    await Promise.all(jobs.map((job) => execute(stage.context, job)));
  }
  expect(await Promise.all([...callers.slice(1), next].map(({ answered }) => answered))).toEqual(
    Array.from({ length: 200 }, () => 201),
  );
});

test('a caller that disconnects while its run is being stored uses no slot', async () => {
  const stage = await stageOf();
  const { queue, waiters } = listeners.parts();
  const [accept, wait] = [queue.accept.bind(queue), waiters.wait.bind(waiters)];
  const stored = Promise.withResolvers<void>();
  const waited = Promise.withResolvers<boolean>();
  const left = Promise.withResolvers<void>();
  queue.accept = async (run) => {
    const acceptance = await accept(run);
    stored.resolve();
    await left.promise;
    return acceptance;
  };
  waiters.wait = (workspace, run, signal) => {
    waited.resolve(signal.aborted);
    return wait(workspace, run, signal);
  };
  try {
    const caller = call(stage);
    await stored.promise;
    caller.hangUp();
    expect(await caller.answered).toBe('gone');
    await sleep(100);
    left.resolve();
    expect(await waited.promise).toBe(true);
  } finally {
    Object.assign(queue, { accept });
    Object.assign(waiters, { wait });
  }
});

test("the caller gets 202 if the workflow's response can't be read, because it must not resend an accepted request", async () => {
  const stage = await stageOf();
  const caller = call(stage);
  const [run] = await eventually(async () => {
    const runs = await runsOf(stage);
    return runs.length === 1 && runs;
  });
  await database.current.query("update runs set answer = 'unreadable', answered_at = now() where id = $1", [
    run,
  ]);
  expect(await caller.answered).toBe(202);
});
