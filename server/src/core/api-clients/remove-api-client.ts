import { type Change, recordAudit } from '../audit/index.ts';
import type { ApiClient } from './api-client.ts';
import { deleteApiClient, selectApiClient } from './api-client-store.ts';

/** Deletes a client; its token is unknown from the commit on. One that is not there is no error. */
export async function removeApiClient(change: Change, user: ApiClient['user'], name: string): Promise<void> {
  const { transaction, workspace } = change;
  const client = await selectApiClient(transaction, workspace, user, name);
  if (!client) return;
  await deleteApiClient(transaction, workspace, client.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: { type: 'api_client', id: client.id, name },
    old: { user: user.email, scope: client.scope, active: client.active },
    new: {},
  });
}
