import { expect, test } from 'vitest';
import { z } from 'zod';
import { fileKeys } from '../../src/core/provisioning/index.ts';
import { readSettings } from '../../src/core/workspaces/index.ts';
import { consoleSurface } from '../../src/http/console/routes.ts';
import { randomWorkspace } from '../core/provisioning/random-workspace.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { consoleOptions, startServer } from './start-server.ts';

async function readSchema() {
  const { ask } = await startServer({ surfaces: [consoleSurface(consoleOptions)] });
  const { status, headers, text } = await ask('GET', '/schemas/apply.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/schema+json; charset=utf-8']);
  return JSON.parse(text);
}

test('the schema of the file is public, and accepts what apply accepts (spec/provisioning §10)', async () => {
  const document = await readSchema();
  expect(document.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  const schema = z.fromJSONSchema(document);
  for (let index = 0; index < 20; index++) {
    const { item } = randomWorkspace(seededRandom(seedOfRun + index), 'http://schema.test');
    const { error } = schema.safeParse({ workspaces: [item] });
    expect(error, `seed ${seedOfRun + index}`).toBeUndefined();
  }
});

test('the schema accepts references and rejects unknown keys (spec/provisioning §9.1, §10)', async () => {
  const schema = z.fromJSONSchema(await readSchema());
  const accepts = (item: object) =>
    schema.safeParse({ workspaces: [{ base_url: 'http://schema.test', ...item }] }).success;
  const reference = { env: 'NAME' };
  const step = { name: 'keep', type: 'set', values: {} };
  for (const item of [
    { secrets: { a: reference, b: { value: { file: 'b.txt' }, hosts: [] }, c: null, d: { keep: true } } },
    { users: [{ email: 'a@b.test', password: reference, api_key: reference }] },
    { connections: [{ name: 'A', type: 'bearer', token: reference }] },
    {
      workflows: [
        { name: 'A', listener: { endpoint_secret: reference, signature: { secret: [reference] } } },
      ],
    },
    { webhooks: [{ name: 'A', secret: reference }] },
    { workflows: [{ name: 'A', steps: [{ ...step, on_error: { steps: [step] } }] }] },
  ])
    expect(accepts(item), JSON.stringify(item)).toBe(true);
  for (const item of [
    { rolez: [] },
    { secrets: { a: { env: 'NAME', file: 'b.txt' } } },
    { roles: [{ name: reference }] },
    { connections: [{ name: 'A', type: 'other' }] },
    { workflows: [{ name: 'A', listener: { endpoint_key: reference } }] },
    { workflows: [{ name: 'A', steps: [{ ...step, more: 1 }] }] },
    { workflows: [{ name: 'A', steps: [{ ...step, on_error: { steps: [{ ...step, more: 1 }] } }] }] },
  ])
    expect(accepts(item), JSON.stringify(item)).toBe(false);
});

test('the schema describes every key, and no text describes a key that is gone (spec/provisioning §10)', async () => {
  const text = JSON.stringify(await readSchema());
  const stale = Object.values(fileKeys).filter(
    ([about]) => !text.includes(JSON.stringify(about).slice(1, -1)),
  );
  expect(stale).toEqual([]);
  expect(text).toContain('"description":"API Permissions: Access REST API"');
});

const database = useTestDatabase();

test('the described defaults of settings are those of a new workspace (spec/provisioning §3.5)', async () => {
  const { context } = database.current;
  const { id } = await buildWorkspace(context);
  for (const [name, value] of Object.entries(await readSettings(context, id)))
    expect(fileKeys[`settings.${name}`]?.[1], name).toBe(
      typeof value === 'string' ? value : JSON.stringify(value),
    );
});
