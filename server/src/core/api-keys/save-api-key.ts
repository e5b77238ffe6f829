import type { UserId } from '../../lib/ids.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { generateApiKey, hashApiKey, hashesOfApiKey, openApiKey, sealApiKey } from './api-key.ts';
import { selectIsOfAnother, selectKey, upsertKey } from './api-key-store.ts';

export interface SavedApiKey {
  readonly apiKey: string;
  readonly isNew: boolean;
}

/**
 * Sets the given key, or generates one if the user has none: every user has exactly one key (spec/rest-api
 * §1.1). A new key replaces the old one when the transaction commits.
 */
export async function saveApiKey(
  change: Change,
  user: { id: UserId; name: string },
  wanted: string | undefined,
): Promise<SavedApiKey> {
  const { transaction, workspace, key } = change;
  const present = await findApiKey(change, user.id);
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

/** Returns the user's key, or undefined if the user has none. */
export async function findApiKey(
  { transaction, workspace, key }: Change,
  user: UserId,
): Promise<string | undefined> {
  const stored = await selectKey(transaction, workspace, user);
  return stored && openApiKey(key, stored.sealedKey);
}

/** Replaces the user's key; does nothing if the user has none. @returns the new key */
export async function rotateApiKey(
  change: Change,
  user: { id: UserId; name: string },
): Promise<string | undefined> {
  const { transaction, workspace } = change;
  if (!(await selectKey(transaction, workspace, user.id))) return undefined;
  return (await saveApiKey(change, user, generateApiKey())).apiKey;
}

export const isKeyOfAnotherUser = (
  { transaction, workspace, key }: Change,
  user: UserId,
  apiKey: string,
): Promise<boolean> => selectIsOfAnother(transaction, workspace, user, hashesOfApiKey(key, apiKey));
