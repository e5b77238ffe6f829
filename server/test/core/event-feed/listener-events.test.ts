// Events of listeners that reject many requests (spec/events §1.2).
import { describe, expect, test } from 'vitest';
import { RefusedRequests, reportRefusing } from '../../../src/core/listeners/index.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, type Stage, workflowName } from '../../runs/run-stage.ts';
import { readAll, useFeed } from './feed-stage.ts';

const database = useTestDatabase();
const { callerIn, relay } = useFeed(database);
const minuteMs = 60_000;
const start = Date.now();
const after = (minutes: number) => new Date(start + minutes * minuteMs);

/** Stores rejected requests that arrived at this minute. */
async function refuse({ context, workspace, listener }: Stage, reason: string, count: number, minute = 0) {
  const refused = new RefusedRequests();
  for (let made = 0; made < count; made++)
    refused.note({
      workspace: workspace.id,
      listener,
      at: after(minute),
      method: 'POST',
      status: 403,
      reason,
      failed: undefined,
      contentType: 'application/json',
      bodyBytes: 2,
      address: '192.0.2.7',
      headerNames: [],
    });
  await refused.write(context);
}
const report = ({ context }: Stage, minute = 0) =>
  reportRefusing(database.current.upkeep, { ...context, clock: { now: () => after(minute) } });

async function eventsOf({ workspace }: Stage) {
  await relay();
  const { ask } = await callerIn(workspace, { isAdmin: true });
  return readAll(ask, { types: 'listener.refusing' });
}

describe('listener.refusing', () => {
  test('is written after 20 rejections, with their reasons, once if two processes look at the same time (spec/events §1.2)', async () => {
    const stage = await buildStage(database.current.context);
    await refuse(stage, 'missing_token', 12);
    await refuse(stage, 'origin_not_allowed', 7, 1);
    await report(stage, 2);
    expect(await eventsOf(stage)).toEqual([]);
    await refuse(stage, 'wrong_signature', 1, 2);
    await Promise.all([report(stage, 2), report(stage, 2), report(stage, 2)]);
    const events = await eventsOf(stage);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'listener.refusing', timestamp: after(2).toISOString() });
    expect(events[0].data).toEqual({
      workflow: { id: stage.workflow, name: workflowName },
      refused: 20,
      reasons: { missing_token: 12, origin_not_allowed: 7, wrong_signature: 1 },
    });
  });

  test('counts five minutes, and neither other reasons nor other listeners (spec/events §1.2)', async () => {
    const [stage, other] = [
      await buildStage(database.current.context),
      await buildStage(database.current.context),
    ];
    await refuse(stage, 'missing_token', 19, -1);
    await refuse(stage, 'rate_limited', 20);
    await refuse(stage, 'missing_token', 19, -6);
    await refuse(other, 'missing_token', 19);
    await report(stage);
    expect([await eventsOf(stage), await eventsOf(other)]).toEqual([[], []]);
    await refuse(other, 'missing_token', 1);
    await report(stage);
    expect([(await eventsOf(stage)).length, (await eventsOf(other)).length]).toEqual([0, 1]);
  });

  test('is written at most once an hour per listener (spec/events §1.2)', async () => {
    const stage = await buildStage(database.current.context);
    for (const [minute, events] of [
      [0, 1],
      [1, 1],
      [59, 1],
      [60, 2],
      [61, 2],
      [130, 3],
    ] as const) {
      await refuse(stage, 'invalid_or_expired', 20, minute);
      await report(stage, minute);
      expect([minute, (await eventsOf(stage)).length]).toEqual([minute, events]);
    }
  });

  test('is visible to users who can view the workflow (spec/events §2.4)', async () => {
    const stage = await buildStage(database.current.context);
    await refuse(stage, 'missing_token', 20);
    await report(stage);
    await relay();
    const seen = async (reach: 'own' | 'all') =>
      (await readAll((await callerIn(stage.workspace, { permissions: { 'workflows.view': reach } })).ask))
        .length;
    expect([await seen('all'), await seen('own')]).toEqual([1, 0]);
  });
});
