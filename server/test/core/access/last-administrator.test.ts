// A change of users or roles always leaves an active administrator (docs/design/permissions.md).
import { expect, test } from 'vitest';
import { editRole, saveRole } from '../../../src/core/roles/index.ts';
import { editUser, saveUser } from '../../../src/core/users/index.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { useTestDatabase } from '../../harness/test-database.ts';

const database = useTestDatabase();

/** A workspace with two administrators, each by a role of his own. */
async function scene() {
  const { context } = database.current;
  const { id: workspace } = await buildWorkspace(context);
  const administrator = async (role: string) => {
    await changing(context, workspace, (change) => saveRole(change, { name: role, isAdmin: true }));
    return buildUser(context, workspace, { role });
  };
  const [one, two] = [await administrator('First'), await administrator('Second')];
  return { context, workspace, one, two };
}

const off = { active: false };

test('of two who go at the same moment the second waits, and is refused', async () => {
  const { context, workspace, one, two } = await scene();
  const { promise: isFirstDone, resolve: firstIsDone } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const first = changing(context, workspace, async (change) => {
    await editUser(change, two.id, off);
    firstIsDone();
    await mayCommit;
  });
  await isFirstDone;
  // By the other way: his role loses the right.
  const seen = { name: one.role.name, isAdmin: true, permissions: {} };
  const second = changing(context, workspace, (change) =>
    editRole(change, one.role.id, { seen, wanted: { ...seen, isAdmin: false } }),
  );
  const refusal = expect(second).rejects.toMatchObject({ kind: 'conflict', code: 'last_administrator' });
  const isWaiting = await Promise.race([
    second.then(() => false).catch(() => false),
    new Promise((resolve) => setTimeout(() => resolve(true), 300)),
  ]);
  expect(isWaiting).toBe(true);
  commit();
  await first;
  await refusal;
});

test('a refused change leaves nothing behind, neither of the user nor in the audit', async () => {
  const { context, workspace, one, two } = await scene();
  await changing(context, workspace, (change) => editUser(change, two.id, off));
  await expect(
    changing(context, workspace, (change) => editUser(change, one.id, { ...off, name: 'Gone' })),
  ).rejects.toMatchObject({ code: 'last_administrator' });
  const again = await changing(context, workspace, (change) => editUser(change, one.id, {}));
  expect(again).toMatchObject({ active: true, name: one.name });
});

test('the operator is free: he can always make another', async () => {
  const { context, workspace, one, two } = await scene();
  for (const { email } of [one, two]) {
    const saved = await changing(context, workspace, (change) => saveUser(change, { email, ...off }));
    expect(saved.active).toBe(false);
  }
});
