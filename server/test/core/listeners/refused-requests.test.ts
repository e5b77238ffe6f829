// The request inspector is bounded, and keeps nothing that a caller sent except header names (spec/listeners §5.4).
import { expect, test } from 'vitest';
import { RefusedRequests } from '../../../src/core/listeners/index.ts';
import type { ListenerId } from '../../../src/lib/ids.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, type Stage } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const stageOf = () => buildStage(database.current.context);
const at = new Date('2026-03-01T12:00:00Z');

const note = (refused: RefusedRequests, { workspace, listener }: Stage, more = {}) =>
  refused.note({
    workspace: workspace.id,
    listener,
    at,
    method: 'POST',
    status: 403,
    reason: 'missing_token',
    failed: { check: 'present', detail: 'missing' },
    address: '192.0.2.7',
    contentType: 'application/json',
    bodyBytes: 2,
    headerNames: ['Host', 'host', 'X-Custom'],
    ...more,
  });
const write = (refused: RefusedRequests) => refused.write(database.current.context);
const rowsOf = async ({ workspace }: Stage) =>
  await database.current.query('select * from refused_requests where workspace_id = $1 order by id', [
    workspace.id,
  ]);

test('collected entries are written once, each to its own workspace', async () => {
  const [one, other, refused] = [await stageOf(), await stageOf(), new RefusedRequests()];
  note(refused, one);
  note(refused, other, { reason: 'invalid_key', method: 'PUT' });
  await write(refused);
  await write(refused);
  expect(await rowsOf(one)).toMatchObject([
    {
      at,
      method: 'POST',
      reason: 'missing_token',
      address: '192.0.2.7',
      header_names: ['host', 'x-custom'],
    },
  ]);
  expect(await rowsOf(other)).toMatchObject([{ method: 'PUT', reason: 'invalid_key' }]);
});

test('keeps at most 20 entries per listener between two writes, and a flood on one listener leaves room for others', async () => {
  const [flooded, quiet, refused] = [await stageOf(), await stageOf(), new RefusedRequests()];
  for (let count = 0; count < 1_000; count++) note(refused, flooded, { reason: `reason ${count}` });
  note(refused, quiet);
  await write(refused);
  expect((await rowsOf(flooded)).map(({ reason }) => reason)).toEqual(
    Array.from({ length: 20 }, (_, count) => `reason ${count}`),
  );
  expect(await rowsOf(quiet)).toHaveLength(1);
  note(refused, flooded);
  await write(refused);
  expect(await rowsOf(flooded)).toHaveLength(21);
});

test('keeps entries for at most 500 listeners between two writes', async () => {
  const [stage, refused] = [await stageOf(), new RefusedRequests()];
  for (let count = 1; count <= 500; count++)
    note(refused, stage, { listener: (stage.listener + count) as ListenerId });
  note(refused, stage);
  await write(refused);
  expect(await rowsOf(stage)).toEqual([]);
});

test('truncates long header names and limits their number', async () => {
  const [stage, refused] = [await stageOf(), new RefusedRequests()];
  const headerNames = [`x-${'y'.repeat(500)}`, ...Array.from({ length: 200 }, (_, count) => `x-${count}`)];
  note(refused, stage, { headerNames });
  await write(refused);
  const [row] = await rowsOf(stage);
  expect(row.header_names).toHaveLength(50);
  expect(row.header_names[0]).toHaveLength(100);
});

test('drops the entries of a deleted listener and keeps the others', async () => {
  const [stage, refused] = [await stageOf(), new RefusedRequests()];
  note(refused, stage, { listener: (stage.listener + 1_000_000) as ListenerId });
  note(refused, stage);
  await write(refused);
  expect(await rowsOf(stage)).toHaveLength(1);
});
