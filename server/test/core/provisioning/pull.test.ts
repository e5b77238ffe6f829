import { describe, expect, test } from 'vitest';
import { yamlOf } from '../../../src/cli/provisioning/write-file.ts';
import { findApiKey } from '../../../src/core/api-keys/index.ts';
import {
  applyText,
  checkProvisioningFile,
  exportWorkspace,
  isReference,
  keptSecret,
  mapSecrets,
  parseFileText,
  planText,
} from '../../../src/core/provisioning/index.ts';
import { findWorkspaceByExactHost } from '../../../src/core/workspaces/index.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { isFullRun, seededRandom, seedOfRun } from '../../harness/seeded-random.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { randomWorkspace } from './random-workspace.ts';

const database = useTestDatabase();
const actor = { user: null, means: { type: 'apply' }, origin: 'root@test' } as const;
let count = 0;
const newUrl = () => `http://pull${++count}.test`;

const read = (document: unknown) => checkProvisioningFile(JSON.stringify(document));
const apply = (document: unknown) => applyText(database.current.context, actor, read(document), {});
const plan = (document: unknown) => planText(database.current.context, actor, read(document), {});
async function pull(baseUrl: string) {
  const { context } = database.current;
  const workspace = await findWorkspaceByExactHost(context, new URL(baseUrl).host);
  if (!workspace) throw new Error(`no workspace at ${baseUrl}`);
  return exportWorkspace(context, workspace.id);
}
const keepAll = (document: unknown) =>
  mapSecrets(document, (value) => (isReference(value) ? keptSecret : value));

/** Gives every reference a value that its place accepts. */
const resolveAll = (document: unknown) =>
  mapSecrets(document, (value) => {
    if (!isReference(value) || !('env' in value)) return value;
    return value.env.startsWith('HARK_WEBHOOK')
      ? `whsec_${Buffer.alloc(32, 7).toString('base64')}`
      : value.env;
  });

const cases = isFullRun ? 200 : 4;
describe(`${cases} random workspaces, seed ${seedOfRun}`, () => {
  test.each(Array.from({ length: cases }, (_, index) => index))(
    'workspace %i is exported without secrets, and applying the export changes nothing (spec/provisioning §8.1)',
    async (index) => {
      const random = seededRandom(seedOfRun + index);
      const { item, secrets } = randomWorkspace(random, newUrl());
      await apply({ workspaces: [item] });
      expect((await plan({ workspaces: [item] })).changes).toEqual([]);

      const exported = await pull(item.base_url);
      const yaml = yamlOf(exported);
      expect(yaml).toBe(yamlOf(await pull(item.base_url)));
      for (const secret of secrets) expect(yaml).not.toContain(secret);
      expect(parseFileText(yaml)).toEqual({ workspaces: [JSON.parse(JSON.stringify(exported))] });
      expect((await plan(keepAll(parseFileText(yaml)))).changes).toEqual([]);

      const copy = { ...exported, base_url: newUrl() };
      await apply(resolveAll({ workspaces: [copy] }));
      expect(await pull(copy.base_url)).toEqual(copy);
    },
  );
});

test('a user without an API key stays without one when the export is applied (spec/provisioning §8.1)', async () => {
  const { context } = database.current;
  const { id: workspace, baseUrl } = await buildWorkspace(context);
  const user = await buildUser(context, workspace);
  const document = { workspaces: [await pull(baseUrl)] };
  expect((await plan(document)).changes).toEqual([]);
  await apply(document);
  expect(await changing(context, workspace, (change) => findApiKey(change, user.id))).toBeUndefined();
});
