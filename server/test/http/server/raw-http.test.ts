// Sends the corpus of malformed and unusual HTTP to a listener that the process has cached, and to one that it hasn't.
import { beforeAll, describe, expect, test } from 'vitest';
import { ListenerDirectory } from '../../../src/core/listeners/index.ts';
import { buildWorkspace } from '../../harness/builders.ts';
import { useListeners } from '../../harness/listener-surface.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, type Stage, useRunDoors } from '../../runs/run-stage.ts';
import { clientOf } from '../start-server.ts';
import { rawHttpCorpus } from './raw-http-corpus.ts';

const database = useTestDatabase();
const doors = useRunDoors(database);

class DirectoryWithoutCache extends ListenerDirectory {
  override recall = () => undefined;
}

const processes = {
  'a cached listener': useListeners(database, doors),
  'a listener that is read for each request': useListeners(database, doors, () => ({
    directory: new DirectoryWithoutCache(),
  })),
};

describe.each(Object.entries(processes))('%s', (_, listeners) => {
  let stage: Stage;
  const send = (bytes: string) => clientOf(listeners.port()).exchange(Buffer.from(bytes, 'latin1'));
  const countRuns = async () => {
    const text = 'select count(*)::int as count from runs where workspace_id = $1';
    const rows = await database.current.query(text, [stage.workspace.id]);
    return rows[0].count as number;
  };

  beforeAll(async () => {
    stage = await buildStage(database.current.context);
    // With a single workspace, every host would resolve to it.
    await buildWorkspace(database.current.context);
    const [first] = rawHttpCorpus;
    // After this request, the listener is cached.
    await send(first?.bytes({ host: stage.workspace.host, path: stage.path }) ?? '');
  });

  test.each(rawHttpCorpus)('$name gets $statuses', async ({ bytes, statuses, stored }) => {
    const before = await countRuns();
    const received = await send(bytes({ host: stage.workspace.host, path: stage.path }));
    expect(received.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [], received).toEqual(statuses.map(String));
    expect((await countRuns()) - before).toBe(stored);
  });

  test('the connection of every rejected request is closed, and the process keeps serving', async () => {
    const [first] = rawHttpCorpus;
    expect(await send(first?.bytes({ host: stage.workspace.host, path: stage.path }) ?? '')).toContain(
      '200 OK',
    );
  });
});
