// A change to users or roles always leaves at least one active administrator (docs/design/permissions.md).
import { expect, test } from 'vitest';
import { editRole, saveRole } from '../../../src/core/roles/index.ts';
import { editUser, saveUser } from '../../../src/core/users/index.ts';
import { buildUser, buildWorkspace, changing } from '../../harness/builders.ts';
import { holdOpen } from '../../harness/hold-open.ts';
import { useTestDatabase } from '../../harness/test-database.ts';
import { untilBlocked } from '../../harness/until-blocked.ts';

const database = useTestDatabase();

/** Creates a workspace with two administrators, each with a separate role. */
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

test('of two concurrent changes that each remove an administrator, the second waits and is rejected', async () => {
  const { context, workspace, one, two } = await scene();
  const { hold, isHeld, release } = holdOpen();
  const first = changing(context, workspace, async (change) => {
    await editUser(change, two.id, off);
    await hold();
  });
  await isHeld;
  // The second change is of a different kind: it removes administrator access from the role.
  const seen = { name: one.role.name, isAdmin: true, permissions: {}, requiresSecondFactor: false };
  const second = changing(context, workspace, (change) =>
    editRole(change, one.role.id, { seen, wanted: { ...seen, isAdmin: false } }),
  );
  const rejection = expect(second).rejects.toMatchObject({ kind: 'conflict', code: 'last_administrator' });
  await untilBlocked(database.current);
  release();
  await first;
  await rejection;
});

test('a rejected change is rolled back completely', async () => {
  const { context, workspace, one, two } = await scene();
  await changing(context, workspace, (change) => editUser(change, two.id, off));
  await expect(
    changing(context, workspace, (change) => editUser(change, one.id, { ...off, name: 'Gone' })),
  ).rejects.toMatchObject({ code: 'last_administrator' });
  const again = await changing(context, workspace, (change) => editUser(change, one.id, {}));
  expect(again).toMatchObject({ active: true, name: one.name });
});

test('the operator can deactivate every administrator, because the operator can always create another', async () => {
  const { context, workspace, one, two } = await scene();
  for (const { email } of [one, two]) {
    const saved = await changing(context, workspace, (change) => saveUser(change, { email, ...off }));
    expect(saved.active).toBe(false);
  }
});
