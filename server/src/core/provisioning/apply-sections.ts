import { HarkError } from '../../lib/errors.ts';
import type { Change } from '../audit/index.ts';
import { type Role, removeRole, saveRole } from '../roles/index.ts';
import { removeUser, saveUser } from '../users/index.ts';
import { changeSettings, renameWorkspace, type WorkspaceSettings } from '../workspaces/index.ts';
import type { RoleItem, UserItem, WorkspaceItem } from './file-schema.ts';
import { describePath, ProvisioningProblem } from './problem.ts';

type Absent = { state: 'absent' };
export type RoleResult = { name: string } & (
  | Absent
  | { id: number; is_admin: boolean; permissions: Role['permissions'] }
);
export type UserResult = { email: string } & (
  | Absent
  | { id: number; name: string; role: string; active: boolean; password?: string }
);

export interface WorkspaceResult {
  id: number;
  name: string;
  base_url: string;
  settings?: WorkspaceSettings;
  roles?: RoleResult[];
  users?: UserResult[];
}

/** Applies the sections that an item has, in the order in which they need each other. */
export async function applySections(
  change: Change,
  item: WorkspaceItem,
  index: number,
): Promise<WorkspaceResult> {
  const at = (...path: PropertyKey[]) => describePath(['workspaces', index, ...path]);
  const name = await renameWorkspace(change, item.name);
  const result: WorkspaceResult = { id: change.workspace, name, base_url: item.base_url.baseUrl };
  if (item.settings) result.settings = await changeSettings(change, item.settings);
  if (item.roles) result.roles = await eachOf(item.roles, at, 'roles', (role) => applyRole(change, role));
  if (item.users) result.users = await eachOf(item.users, at, 'users', (user) => applyUser(change, user));
  // Last, because the users of a role may have been given another one just now.
  await eachOf(item.roles ?? [], at, 'roles', async (role) => {
    if (role.state === 'absent') await removeRole(change, role.name);
  });
  return result;
}

/** Applies items one after the other; what an item runs into is told with its place in the file. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  at: (...path: PropertyKey[]) => string,
  section: string,
  applyItem: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    try {
      results.push(await applyItem(item));
    } catch (error) {
      if (!(error instanceof HarkError) || (error.kind !== 'invalid' && error.kind !== 'conflict'))
        throw error;
      throw new ProvisioningProblem([`${at(section, index)}: ${error.message}`], error);
    }
  }
  return results;
}

async function applyRole(change: Change, item: RoleItem): Promise<RoleResult> {
  if (item.state === 'absent') return { name: item.name, state: 'absent' };
  const role = await saveRole(change, {
    name: item.name,
    isAdmin: item.is_admin,
    permissions: item.permissions,
  });
  return { id: role.id, name: role.name, is_admin: role.isAdmin, permissions: role.permissions };
}

async function applyUser(change: Change, item: UserItem): Promise<UserResult> {
  if (item.state === 'absent') {
    await removeUser(change, item.email);
    return { email: item.email, state: 'absent' };
  }
  const { id, email, name, role, active, generatedPassword } = await saveUser(change, item);
  return {
    id,
    email,
    name,
    role: role.name,
    active,
    ...(generatedPassword === undefined ? {} : { password: generatedPassword }),
  };
}
