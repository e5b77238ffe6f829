import { type Change, recordAudit } from '../../audit/index.ts';
import { deleteStoredClient } from './oauth-client-store.ts';
import { auditedClient, findWanted, subjectOf, type WantedOAuthClient } from './save-oauth-client.ts';

/** Deletes an app with everything that was granted to it. One that is not there is no error. */
export async function removeOAuthClient(
  change: Change,
  wanted: Pick<WantedOAuthClient, 'name' | 'metadata_url'>,
): Promise<void> {
  const client = await findWanted(change, wanted);
  if (!client) return;
  await deleteStoredClient(change.transaction, change.workspace, client.id);
  await recordAudit(change, {
    action: 'deleted',
    subject: subjectOf(client),
    old: auditedClient(client),
    new: {},
  });
}
