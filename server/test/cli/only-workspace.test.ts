// A command without --workspace uses the only workspace (spec/provisioning §2).
import { expect, test } from 'vitest';
import { requireWorkspace } from '../../src/cli/shared/workspace-option.ts';
import { buildWorkspace } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';

const database = useTestDatabase();

test('a command that names no workspace finds the only one, or says why there is none', async () => {
  const { context } = database.current;
  const find = () => requireWorkspace(context, undefined);
  await expect(find()).rejects.toThrow(
    'There is no workspace yet. Create one at the URL that `hark up` prints',
  );
  const first = await buildWorkspace(context);
  expect((await find()).id).toBe(first.id);
  const second = await buildWorkspace(context);
  await expect(find()).rejects.toThrow(
    /^There are several workspaces, such as \S+ and \S+\. Name one with --workspace/,
  );
  expect((await requireWorkspace(context, second.baseUrl)).id).toBe(second.id);
});
