import { removeApiClient, type Scope, saveApiClient } from '../api-clients/index.ts';
import type { Change } from '../audit/index.ts';
import { requireUser } from '../users/index.ts';
import type { Absent, ApiClientItem } from './file-schema.ts';

export type ApiClientResult = { user: string; name: string } & (
  | Absent
  | { id: number; scope: Scope; active: boolean; token?: string }
);

/** A user's integration; its token is told only by the call that created it. */
export async function applyApiClient(change: Change, item: ApiClientItem): Promise<ApiClientResult> {
  const user = await requireUser(change, item.user);
  if (item.state === 'absent') {
    await removeApiClient(change, user, item.name);
    return { user: user.email, name: item.name, state: 'absent' };
  }
  const { id, name, scope, active, token } = await saveApiClient(change, { ...item, user });
  return { id, user: user.email, name, scope, active, ...(token === undefined ? {} : { token }) };
}
