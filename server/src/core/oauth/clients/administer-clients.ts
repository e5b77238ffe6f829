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

/** Returns an app and its newest `maxGrants` grants. */
export const viewOAuthClient = (
  context: Context,
  workspace: WorkspaceId,
  id: OAuthClientId,
  maxGrants: number,
): Promise<{ client: ListedOAuthClient; grants: Grant[] }> =>
  context.db.read(workspace, async (transaction) => {
    const reading = { ...context, transaction };
    const client = await findOAuthClient(reading, workspace, id);
    return { client, grants: await listGrantsOfClient(reading, workspace, client.id, maxGrants) };
  });

/** Finds an app by ID. Another workspace's app is treated as missing. */
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
    "This OAuth client doesn't exist. It may have been deleted.",
  );
}

/** Creates an app (spec/oauth §1.1). A duplicate name is an error and doesn't change the existing app. */
export async function issueOAuthClient(
  change: Change,
  wanted: Required<Pick<WantedOAuthClient, 'name' | 'scope' | 'redirect_uris' | 'confidential'>>,
): Promise<SavedOAuthClient> {
  if (await findWanted(change, { name: wanted.name })) {
    throw conflict(
      'client_name_taken',
      `An OAuth client called "${wanted.name}" already exists. Choose another name, or delete that client first.`,
    );
  }
  return saveOAuthClient(change, wanted);
}

/** Identifies this app for the use cases shared with `hark apply`. */
const nameOf = ({ name, source, clientId }: ListedOAuthClient) => ({
  name,
  metadata_url: source === 'metadata_document' ? clientId : undefined,
});

/**
 * Changes the redirect URIs, or enables or disables the app. Nothing else can be changed (spec/oauth §1.1).
 */
export async function editOAuthClient(
  change: Change,
  id: OAuthClientId,
  wanted: Pick<WantedOAuthClient, 'redirect_uris' | 'active'>,
): Promise<void> {
  const client = await findOAuthClient(change, change.workspace, id);
  await saveOAuthClient(change, { ...nameOf(client), ...wanted });
}

/** Deletes the app with this ID, and all grants to it. */
export async function deleteOAuthClient(change: Change, id: OAuthClientId): Promise<void> {
  await removeOAuthClient(change, nameOf(await findOAuthClient(change, change.workspace, id)));
}
