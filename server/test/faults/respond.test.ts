// A caller can wait up to 20 seconds for the workflow's response (spec/listeners §7.2). server/test/runs/answers.test.ts
// shows that a lost notification only delays it.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunId } from '../../src/lib/ids.ts';
import { eventually } from '../harness/eventually.ts';
import { type ServedDatabase, startServedDatabase } from '../harness/served-database.ts';
import { sendTo } from '../harness/servers/api-server.ts';
import { buildStage, execute } from '../runs/run-stage.ts';

const callers = 20;
let served: ServedDatabase;
beforeAll(async () => {
  served = await startServedDatabase('respond');
});
afterAll(() => served?.remove(), 60_000);

test('if a process gets SIGTERM while callers wait, every caller gets 202 with the run ID, and the runs continue', async () => {
  const answer = { name: 'answer', type: 'respond', status: 201, body: 'hello' };
  const { context, workspace, path } = await buildStage(served.context, [answer], {
    respond_with: 'workflow',
  });
  const hark = await served.serve();
  const call = () =>
    sendTo(Number(new URL(hark.url).port), 'POST', path, {
      headers: { host: workspace.host, 'content-type': 'application/json' },
      body: {},
    });
  const answers = Promise.all(Array.from({ length: callers }, call));
  const runs = await eventually(async () => {
    const rows = await served.query<{ id: RunId }>('select id from runs');
    return rows.length === callers && rows.map(({ id }) => id);
  });
  const ended = once(hark.process, 'exit');
  hark.process.kill('SIGTERM');
  const given = await answers;
  expect(given.map(({ status }) => status)).toEqual(Array.from({ length: callers }, () => 202));
  expect(given.map(({ json }) => json.run_id).sort()).toEqual([...runs].sort());
  expect((await ended)[0]).toBe(0);
  await Promise.all(runs.map((run) => execute(context, { workspace: workspace.id, run, fence: 0 })));
  const answered = await served.query('select from runs where answer is not null');
  expect(answered).toHaveLength(callers);
});
