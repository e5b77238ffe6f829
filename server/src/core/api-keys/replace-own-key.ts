import { conflict, invalid } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { hashApiKey, hashesOfApiKey, sealApiKey } from './api-key.ts';
import { replaceKey } from './api-key-store.ts';

/** What `generateApiKey` makes: a key that a page proposed is one, and nothing that somebody made up. */
const proposedKey = /^[A-Za-z0-9_-]{43}$/;

/**
 * Update on the API Settings tab (seed 2.4): the proposed key takes effect with the commit, and the old one is refused from
 * then on. `replaces` is the key that the page showed: another one may have been set meanwhile.
 */
export async function replaceOwnKey(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
  { replaces, proposed }: { readonly replaces: string | null; readonly proposed: string },
): Promise<void> {
  const { transaction, workspace, key } = change;
  if (!proposedKey.test(proposed)) {
    throw invalid('not_a_proposed_key', 'This is not a key that was proposed. Regenerate it, then Update.');
  }
  const isReplaced = await replaceKey(transaction, workspace, user.id, {
    replaced: replaces === null ? null : hashesOfApiKey(key, replaces),
    sealedKey: sealApiKey(key, proposed),
    keyHash: hashApiKey(key, proposed),
  });
  if (!isReplaced) {
    throw conflict(
      'key_changed_meanwhile',
      'Your API key was changed in another place meanwhile. Load the page again to see the one that counts.',
    );
  }
  await recordAudit(change, {
    action: replaces === null ? 'created' : 'changed',
    subject: { type: 'api_key', id: user.id, name: user.name },
    old: replaces === null ? {} : { api_key: concealed },
    new: { api_key: concealed },
  });
}
