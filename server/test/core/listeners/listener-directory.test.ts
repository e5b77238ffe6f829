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

test('remembers what it has met, compiled once for as long as both numbers hold', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  const recall = () => directory.recall(stage.workspace.id, hashesOf(stage));
  expect(recall()).toBeUndefined();
  const found = await find(directory, stage);
  expect(recall()).toBe(found?.compiled);
  expect((await find(directory, stage))?.compiled).toBe(found?.compiled);
});

const changes: Record<string, (stage: Stage) => Promise<unknown>> = {
  'other settings': (stage) => resave(stage, { listener: { endpoint_key: 'other' } }),
  'other steps': (stage) => resave(stage, { steps: [{ name: 'other', type: 'set', values: { x: 1 } }] }),
  'another secret': (stage) => change(stage, (c) => saveSecret(c, 'signing', 'new')),
  'another name of the workspace': (stage) => change(stage, (c) => renameWorkspace(c, 'Renamed')),
  'another time zone': (stage) => change(stage, (c) => changeSettings(c, { timezone: 'Asia/Tokyo' })),
  'another ceiling': (stage) => change(stage, (c) => changeSettings(c, { listener_limit_per_second: 7 })),
};

test.each(Object.entries(changes))('compiles anew after %s', async (_, make) => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  const before = await find(directory, stage);
  await make(stage);
  const after = await find(directory, stage);
  expect(after?.compiled).not.toBe(before?.compiled);
  expect(directory.recall(stage.workspace.id, hashesOf(stage))).toBe(after?.compiled);
});

test('what templates see of the workspace is of the same moment as the number that it is remembered under', async () => {
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

test('whether it is switched on is read each time', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  const isOn = async () => (await find(directory, stage))?.isSwitchedOn;
  expect(await isOn()).toBe(true);
  await resave(stage, { enabled: false });
  expect(await isOn()).toBe(false);
  await resave(stage, { enabled: true });
  await switchOwner(stage, false);
  expect(await isOn()).toBe(false);
});

test('swapped or half right hashes, another workspace or another host find nothing', async () => {
  const [directory, stage, other] = [new ListenerDirectory(), await stageOf(), await stageOf()];
  const { first, second } = hashesOf(stage);
  const ask = (workspace: Stage, hashes: { first: string; second: string }) =>
    directory.find(stage.context, workspace.workspace.id, workspace.workspace.host, hashes);
  expect(await ask(stage, { first: second, second: first })).toBeUndefined();
  expect(await ask(stage, { first, second: hashesOf(other).second })).toBeUndefined();
  expect(await ask(other, { first, second })).toBeUndefined();
  expect(await find(directory, stage, other.workspace.host)).toBeUndefined();
  expect(await find(directory, stage)).toBeDefined();
});

test('forgets a listener that is gone', async () => {
  const [directory, stage] = [new ListenerDirectory(), await stageOf()];
  await find(directory, stage);
  await change(stage, (c) => removeWorkflow(c, workflowName));
  expect(await find(directory, stage)).toBeUndefined();
  expect(directory.recall(stage.workspace.id, hashesOf(stage))).toBeUndefined();
});

test('a flood of callers shares reads that begin after they came', async () => {
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
  const ask = () => directory.find(counting, stage.workspace.id, stage.workspace.host, hashesOf(stage));
  await ask();
  reads = 0;
  const found = await Promise.all(Array.from({ length: 500 }, ask));
  expect(found.every((one) => one?.isSwitchedOn)).toBe(true);
  expect(reads).toBe(2);
});
