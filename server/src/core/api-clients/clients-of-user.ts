import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, HarkError } from '../../lib/errors.ts';
import type { ApiClientId, WorkspaceId } from '../../lib/ids.ts';
import type { Change } from '../audit/index.ts';
import type { Context } from '../context/index.ts';
import type { ApiClient } from './api-client.ts';
import {
  type ListedApiClient,
  selectApiClient,
  selectClientById,
  selectClientsOf,
} from './api-client-store.ts';
import {
  removeApiClient,
  type SavedApiClient,
  saveApiClient,
  type WantedApiClient,
} from './save-api-client.ts';

/** Newest first. */
export const listClientsOf = (
  transaction: Transaction,
  workspace: WorkspaceId,
  user: ApiClient['user'],
): Promise<ListedApiClient[]> => selectClientsOf(transaction, workspace, user);

export const listOwnClients = (
  { db }: Context,
  workspace: WorkspaceId,
  user: ApiClient['user'],
): Promise<ListedApiClient[]> =>
  db.read(workspace, (transaction) => listClientsOf(transaction, workspace, user));

/** Rejects a name that is in use, and leaves that client unchanged. */
export async function addOwnClient(
  change: Change,
  wanted: Required<Pick<WantedApiClient, 'user' | 'name' | 'scope'>>,
): Promise<SavedApiClient> {
  if (await selectApiClient(change.transaction, change.workspace, wanted.user, wanted.name)) {
    throw conflict(
      'client_name_taken',
      `You have an API client called "${wanted.name}" already. Choose another name, or delete that one first.`,
    );
  }
  return saveApiClient(change, wanted);
}

export async function switchClientOf(
  change: Change,
  user: ApiClient['user'],
  id: ApiClientId,
  active: boolean,
): Promise<void> {
  const { name } = await requireClientOf(change, user, id);
  await saveApiClient(change, { user, name, active });
}

export async function removeClientOf(
  change: Change,
  user: ApiClient['user'],
  id: ApiClientId,
): Promise<void> {
  const { name } = await requireClientOf(change, user, id);
  await removeApiClient(change, user, name);
}

async function requireClientOf({ transaction, workspace }: Change, user: ApiClient['user'], id: ApiClientId) {
  const client = await selectClientById(transaction, workspace, user, id);
  if (client) return client;
  throw new HarkError(
    'not-found',
    'unknown_client',
    'There is no such API client. It may have been deleted.',
  );
}
