import type { Transaction } from '../../db/driver/transaction.ts';
import { conflict, HarkError, invalid } from '../../lib/errors.ts';
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
  type Rotation,
  removeApiClient,
  rotateToken,
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
  wanted: Required<Omit<WantedApiClient, 'active'>>,
): Promise<SavedApiClient> {
  requireFuture(change, wanted.expiresAt);
  if (await selectApiClient(change.transaction, change.workspace, wanted.user, wanted.name)) {
    throw conflict(
      'client_name_taken',
      `You already have an API client called "${wanted.name}". Choose another name, or delete that client first.`,
    );
  }
  return saveApiClient(change, wanted);
}

/** Changes whether, until when and from which IP addresses a client's tokens are accepted. */
export async function editClientOf(
  change: Change,
  user: ApiClient['user'],
  id: ApiClientId,
  wanted: Pick<WantedApiClient, 'active' | 'expiresAt' | 'allowedAddresses'>,
): Promise<void> {
  const { name, expiresAt } = await requireClientOf(change, user, id);
  // An expiry that has passed can stay as it is.
  if (wanted.expiresAt?.getTime() !== expiresAt?.getTime()) requireFuture(change, wanted.expiresAt);
  await saveApiClient(change, { user, name, ...wanted });
}

/** Returns the new token, which can't be read again. */
export async function rotateTokenOf(
  change: Change,
  user: ApiClient['user'],
  id: ApiClientId,
  rotation: Rotation,
): Promise<string> {
  requireFuture(change, rotation.expiresAt);
  return rotateToken(change, await requireClientOf(change, user, id), rotation);
}

function requireFuture({ clock }: Change, expiresAt: Date | null | undefined): void {
  if (!expiresAt || expiresAt > clock.now()) return;
  throw invalid(
    'expiry_has_passed',
    'The expiry must be in the future. To end the access now, disable or delete the client.',
  );
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
