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

/** Lists the user's clients, newest first. */
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

/** Creates a client. Throws if the name is in use, without changing the existing client. */
export async function addOwnClient(
  change: Change,
  wanted: Required<Pick<WantedApiClient, 'user' | 'name' | 'scope'>>,
): Promise<SavedApiClient> {
  if (await selectApiClient(change.transaction, change.workspace, wanted.user, wanted.name)) {
    throw conflict(
      'client_name_taken',
      `You already have an API client called "${wanted.name}". Choose another name, or delete that client first.`,
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
    "This API client doesn't exist. It may have been deleted.",
  );
}
