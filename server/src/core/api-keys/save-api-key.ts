import type { UserId } from '../../lib/ids.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { generateApiKey, hashApiKey, hashesOfApiKey, openApiKey, sealApiKey } from './api-key.ts';
import { selectHasKey, selectIsOfAnother, selectSealedKey, upsertKey } from './api-key-store.ts';

/** A user's key, and whether this call set it. */
export interface SavedApiKey {
  readonly apiKey: string;
  readonly isNew: boolean;
}

/**
 * Gives a user the wanted key, or a generated one if the user has none: each user has one
 * (spec/rest-api §1.1). A new key takes effect with the commit, and the old one is rejected from then on.
 */
export async function saveApiKey(
  change: Change,
  user: { id: UserId; name: string },
  wanted: string | undefined,
): Promise<SavedApiKey> {
  const { transaction, workspace, key } = change;
  const sealed = await selectSealedKey(transaction, workspace, user.id);
  const present = sealed === undefined ? undefined : openApiKey(key, sealed);
  if (present !== undefined && (wanted ?? present) === present) return { apiKey: present, isNew: false };
  const apiKey = wanted ?? generateApiKey();
  await upsertKey(transaction, workspace, user.id, sealApiKey(key, apiKey), hashApiKey(key, apiKey));
  await recordAudit(change, {
    action: present === undefined ? 'created' : 'changed',
    subject: { type: 'api_key', id: user.id, name: user.name },
    old: present === undefined ? {} : { api_key: concealed },
    new: { api_key: concealed },
  });
  return { apiKey, isNew: true };
}

/** Replaces a user's key with a new one; a user without a key stays without. @returns the new key */
export async function rotateApiKey(
  change: Change,
  user: { id: UserId; name: string },
): Promise<string | undefined> {
  const { transaction, workspace } = change;
  if (!(await selectHasKey(transaction, workspace, user.id))) return undefined;
  return (await saveApiKey(change, user, generateApiKey())).apiKey;
}

/** Whether another user of the workspace has this key. */
export const isKeyOfAnotherUser = (
  { transaction, workspace, key }: Change,
  user: UserId,
  apiKey: string,
): Promise<boolean> => selectIsOfAnother(transaction, workspace, user, hashesOfApiKey(key, apiKey));
