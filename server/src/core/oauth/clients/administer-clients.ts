import type { Transaction } from '../../../db/driver/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import type { OAuthClientId, WorkspaceId } from '../../../lib/ids.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import type { Grant } from '../grants/grant.ts';
import { listGrantsOfClient } from '../grants/list-grants.ts';
import { type ListedOAuthClient, selectClients, selectOAuthClient } from './oauth-client-list-store.ts';
import {
  findWanted,
  removeOAuthClient,
  type SavedOAuthClient,
  saveOAuthClient,
  type WantedOAuthClient,
} from './save-oauth-client.ts';

interface Reading {
  readonly transaction: Transaction;
  readonly clock: Clock;
}

export const listOAuthClients = (
  { db, clock }: Context,
  workspace: WorkspaceId,
): Promise<ListedOAuthClient[]> =>
  db.read(workspace, (transaction) => selectClients(transaction, workspace, clock.now()));

/** An app and the newest `mostGrants` grants to it. */
export const viewOAuthClient = (
  context: Context,
  workspace: WorkspaceId,
  id: OAuthClientId,
  mostGrants: number,
): Promise<{ client: ListedOAuthClient; grants: Grant[] }> =>
  context.db.read(workspace, async (transaction) => {
    const reading = { ...context, transaction };
    const client = await findOAuthClient(reading, workspace, id);
    return { client, grants: await listGrantsOfClient(reading, workspace, client.id, mostGrants) };
  });

/** Finds an app by id. An app of another workspace counts as missing. */
async function findOAuthClient(
  { transaction, clock }: Reading,
  workspace: WorkspaceId,
  id: OAuthClientId,
): Promise<ListedOAuthClient> {
  const client = await selectOAuthClient(transaction, workspace, id, clock.now());
  if (client) return client;
  throw new HarkError(
    'not-found',
    'unknown_client',
    'There is no such OAuth client. It may have been deleted.',
  );
}

/** Creates an app (spec/oauth §1.1). A duplicate name is an error; the existing app isn't changed. */
export async function issueOAuthClient(
  change: Change,
  wanted: Required<Pick<WantedOAuthClient, 'name' | 'scope' | 'redirect_uris' | 'confidential'>>,
): Promise<SavedOAuthClient> {
  if (await findWanted(change, { name: wanted.name })) {
    throw conflict(
      'client_name_taken',
      `There is an OAuth client called "${wanted.name}" already. Choose another name, or delete that one first.`,
    );
  }
  return saveOAuthClient(change, wanted);
}

/** Identifies this record for the use cases that `hark apply` shares. */
const nameOf = ({ name, source, clientId }: ListedOAuthClient) => ({
  name,
  metadata_url: source === 'metadata_document' ? clientId : undefined,
});

/** Changes the redirect URIs, or enables or disables the app. Nothing else can change (spec/oauth §1.1). */
export async function editOAuthClient(
  change: Change,
  id: OAuthClientId,
  wanted: Pick<WantedOAuthClient, 'redirect_uris' | 'active'>,
): Promise<void> {
  const client = await findOAuthClient(change, change.workspace, id);
  await saveOAuthClient(change, { ...nameOf(client), ...wanted });
}

/** Deletes the app with that id, and all grants to it. */
export async function deleteOAuthClient(change: Change, id: OAuthClientId): Promise<void> {
  await removeOAuthClient(change, nameOf(await findOAuthClient(change, change.workspace, id)));
}
