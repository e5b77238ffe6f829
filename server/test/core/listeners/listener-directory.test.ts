import { expect, test } from 'vitest';
import { ListenerDirectory } from '../../../src/core/listeners/index.ts';
import { saveSecret } from '../../../src/core/secrets/index.ts';
import { removeWorkflow } from '../../../src/core/workflows/index.ts';
import { changeSettings, renameWorkspace } from '../../../src/core/workspaces/index.ts';
import { changing } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { buildStage, resave, type Stage, switchOwner, workflowName } from '../../runs/run-stage.ts';

const database = useTestDatabase();
const settings = {
  add_authentication: true,
  endpoint_key: '{{ workspace.name }}/{{ workspace.timezone }}',
  endpoint_secret: '{{ secrets.signing }}',
};
const stageOf = () => buildStage(database.current.context, undefined, settings);
const hashesOf = ({ path }: Stage) => {
  const [, , first = '', second = ''] = path.split('/');
  return { first, second };
};
const find = (directory: ListenerDirectory, stage: Stage, host = stage.workspace.host) =>
  directory.find(stage.context, stage.workspace.id, host, hashesOf(stage));
const change = ({ context, workspace }: Stage, work: Parameters<typeof changing>[2]) =>
  changing(context, workspace.id, work);

test('caches a compiled listener while its version and the version of its values stay the same', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  const recall = () => directory.recall(stage.workspace.id, hashesOf(stage));
  expect(recall()).toBeUndefined();
  const found = await find(directory, stage);
  expect(recall()).toBe(found?.compiled);
  expect((await find(directory, stage))?.compiled).toBe(found?.compiled);
});

const changes: Record<string, (stage: Stage) => Promise<unknown>> = {
  'the settings changed': (stage) => resave(stage, { listener: { endpoint_key: 'other' } }),
  'the steps changed': (stage) =>
    resave(stage, { steps: [{ name: 'other', type: 'set', values: { x: 1 } }] }),
  'a secret changed': (stage) => change(stage, (c) => saveSecret(c, 'signing', 'new')),
  'the workspace was renamed': (stage) => change(stage, (c) => renameWorkspace(c, 'Renamed')),
  'the time zone changed': (stage) => change(stage, (c) => changeSettings(c, { timezone: 'Asia/Tokyo' })),
  'a rate limit changed': (stage) =>
    change(stage, (c) => changeSettings(c, { listener_limit_per_second: 7 })),
};

test.each(Object.entries(changes))('compiles again after %s', async (_, apply) => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  const before = await find(directory, stage);
  await apply(stage);
  const after = await find(directory, stage);
  expect(after?.compiled).not.toBe(before?.compiled);
  expect(directory.recall(stage.workspace.id, hashesOf(stage))).toBe(after?.compiled);
});

test('cached template values match the version that they are cached under', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  await change(stage, (c) => saveSecret(c, 'signing', 'a secret'));
  await change(stage, (c) => renameWorkspace(c, 'Renamed'));
  await change(stage, (c) => changeSettings(c, { timezone: 'Asia/Tokyo' }));
  const found = await find(directory, stage);
  expect(found?.compiled.resolve(new Date(), true)).toMatchObject({
    endpointKey: 'Renamed/Asia/Tokyo',
    endpointSecret: 'a secret',
    baseUrl: stage.workspace.baseUrl,
  });
});

test('reads on each lookup whether the listener is enabled', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  const isEnabled = async () => (await find(directory, stage))?.isSwitchedOn;
  expect(await isEnabled()).toBe(true);
  await resave(stage, { enabled: false });
  expect(await isEnabled()).toBe(false);
  await resave(stage, { enabled: true });
  await switchOwner(stage, false);
  expect(await isEnabled()).toBe(false);
});

test('a lookup with swapped or partly correct hashes, in another workspace or on another host finds nothing', async () => {
  const [directory, stage, other] = [new ListenerDirectory(), await stageOf(), await stageOf()];
  const { first, second } = hashesOf(stage);
  const lookUp = (workspace: Stage, hashes: { first: string; second: string }) =>
    directory.find(stage.context, workspace.workspace.id, workspace.workspace.host, hashes);
  expect(await lookUp(stage, { first: second, second: first })).toBeUndefined();
  expect(await lookUp(stage, { first, second: hashesOf(other).second })).toBeUndefined();
  expect(await lookUp(other, { first, second })).toBeUndefined();
  expect(await find(directory, stage, other.workspace.host)).toBeUndefined();
  expect(await find(directory, stage)).toBeDefined();
});

test('forgets a deleted listener', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  await find(directory, stage);
  await change(stage, (c) => removeWorkflow(c, workflowName));
  expect(await find(directory, stage)).toBeUndefined();
  expect(directory.recall(stage.workspace.id, hashesOf(stage))).toBeUndefined();
});

test('concurrent callers share a read that starts after they arrived', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  let reads = 0;
  const { db } = stage.context;
  const counting = {
    ...stage.context,
    db: new Proxy(db, {
      get: (target, name) => {
        if (name === 'read') reads++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  };
  const lookUp = () => directory.find(counting, stage.workspace.id, stage.workspace.host, hashesOf(stage));
  await lookUp();
  reads = 0;
  const found = await Promise.all(Array.from({ length: 500 }, lookUp));
  expect(found.every((one) => one?.isSwitchedOn)).toBe(true);
  expect(reads).toBe(2);
});
