import { conflict, invalid } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { type Change, concealed, recordAudit } from '../audit/index.ts';
import { hashApiKey, hashesOfApiKey, sealApiKey } from './api-key.ts';
import { replaceKey } from './api-key-store.ts';
import { openProposal } from './propose-key.ts';

/**
 * *Update* on the API Settings tab: the proposed key takes effect with the commit, and the old one is
 * rejected from then on (spec/rest-api §1.5). `replaces` is the key that the page showed: another one may
 * have been set since then.
 */
export async function replaceOwnKey(
  change: Change,
  user: { readonly id: UserId; readonly name: string },
  { replaces, proposal }: { readonly replaces: string | null; readonly proposal: string },
): Promise<void> {
  const { transaction, workspace, key } = change;
  const proposed = openProposal(change, { workspace, user: user.id }, proposal);
  if (proposed === undefined) {
    throw invalid(
      'not_a_proposed_key',
      'This key was not proposed to you in the last hour. Choose Regenerate, then Update.',
    );
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
