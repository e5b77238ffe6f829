// The sample data (docs/design/provisioning.md).
import { expect, test } from 'vitest';
import { applyDemo } from '../../src/core/demo/index.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();
const actor = { user: null, means: { type: 'command' as const }, origin: 'root@test' };

test('creates the sample data, and changes nothing when run again', async () => {
  const { context } = database.current;
  const first = await applyDemo(context, actor, 'http://demo.test:8080');
  expect([...first.passwords.keys()]).toEqual(['ann@demo.example', 'ben@demo.example']);
  const second = await applyDemo(context, actor, 'http://demo.test:8080');
  expect(second).toEqual({ ...first, passwords: new Map() });
  expect(second.listeners.partner.secret).not.toBe('');
});

test('changes no other workspace', async () => {
  const { context } = database.current;
  const workspace = await buildWorkspace(context, 'Demo');
  await expect(applyDemo(context, actor, workspace.baseUrl)).rejects.toMatchObject({ code: 'not_the_demo' });
});
