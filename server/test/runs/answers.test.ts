import { describe, expect, test } from 'vitest';
import { AnswerWaiters, type RunJob, readAnswer } from '../../src/core/runs/index.ts';
import type { WorkspaceId } from '../../src/lib/ids.ts';
import { useRuns } from './run-actions.ts';
import { newRun, nothing, rowOf } from './run-stage.ts';

const { database, doors, accepted, go, paths, outputs } = useRuns();

const patience = () => AbortSignal.timeout(10_000);
const read = ({ workspace, run }: RunJob) => readAnswer(database.current.context, workspace, run);
const respond = (name: string, body: unknown) => ({ name, type: 'respond', status: 201, body });

describe("a run's response", () => {
  test('comes from its first respond step; a second one is recorded as not sent', async () => {
    const { job } = await accepted([respond('first', { n: '{{ __data.n }}' }), respond('second', 'late')], {
      n: 4,
    });
    expect(await read(job)).toEqual({ kind: 'pending' });
    await go(job);
    expect(await read(job)).toEqual({
      kind: 'answered',
      answer: {
        status: 201,
        headers: [],
        body: { type: 'application/json; charset=utf-8', text: '{"n":4}' },
      },
    });
    expect(await outputs(job)).toEqual({ first: { sent: true }, second: { sent: false } });
  });

  test('is available before the run ends, and is kept if the run fails', async () => {
    const { job } = await accepted([respond('said', 'thanks'), { name: 'halt', type: 'stop', as: 'failed' }]);
    await go(job);
    expect((await rowOf(database.current, job)).status).toBe('failed');
    expect(await read(job)).toMatchObject({ kind: 'answered' });
    expect(await paths(job)).toEqual(['said succeeded', 'halt succeeded']);
  });

  test('is missing if the run ended without a respond step', async () => {
    const { job } = await accepted([nothing]);
    await go(job);
    expect(await read(job)).toEqual({ kind: 'ended', isFailed: false });
  });
});

describe('callers waiting for a response', () => {
  test('are released by polling if no notification arrives, even if several wait for one run', async () => {
    const { job } = await accepted([nothing]);
    const waiters = new AnswerWaiters(doors.dispatch());
    const waiting = [1, 2].map(() => waiters.wait(job.workspace, job.run, patience()));
    await go(job);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    waiters.close();
  });

  test('are released by a notification, by disconnecting and when the process stops', async () => {
    const { job, stage } = await accepted([nothing]);
    const [second, third] = [await newRun(database.current, stage), await newRun(database.current, stage)];
    const waiters = new AnswerWaiters(doors.dispatch());
    const disconnected = new AbortController();
    const waiting = [
      waiters.wait(job.workspace, job.run, patience()),
      waiters.wait(job.workspace, second.id, disconnected.signal),
      waiters.wait(job.workspace, third.id, patience()),
    ];
    waiters.wake(job.run);
    disconnected.abort();
    waiters.close();
    expect(await Promise.all(waiting)).toEqual([true, false, false]);
    expect(await waiters.wait(job.workspace, job.run, patience())).toBe(false);
  });

  test('are limited to 1,000 per process, across workspaces', async () => {
    const { job } = await accepted([nothing]);
    const waiters = new AnswerWaiters(doors.dispatch());
    const wait = (n: number) => waiters.wait((job.workspace + n) as WorkspaceId, job.run, patience());
    const waiting = Array.from({ length: 1_000 }, (_, n) => wait(n % 100));
    expect(await wait(1_000)).toBe(false);
    waiters.close();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
  });

  test('are limited to 200 per workspace, and a caller that disconnects frees its slot', async () => {
    const { job } = await accepted([nothing]);
    const waiters = new AnswerWaiters(doors.dispatch());
    const disconnected = new AbortController();
    const first = waiters.wait(job.workspace, job.run, disconnected.signal);
    const others = Array.from({ length: 199 }, () => waiters.wait(job.workspace, job.run, patience()));
    expect(await waiters.wait(job.workspace, job.run, patience())).toBe(false);
    const elsewhere = waiters.wait((job.workspace + 1) as WorkspaceId, job.run, patience());
    disconnected.abort();
    expect(await first).toBe(false);
    const late = waiters.wait(job.workspace, job.run, patience());
    waiters.wake(job.run);
    expect(await Promise.all([...others, elsewhere, late])).toEqual(Array.from({ length: 201 }, () => true));
    waiters.close();
  });
});
