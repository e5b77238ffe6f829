import type { UpkeepDatabase } from '../../db/upkeep-database.ts';
import { fingerprintOf, makeToken } from '../../lib/crypto/token.ts';
import { type Change, recordAudit } from '../audit/index.ts';
import type { SignInUser } from '../users/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type LinkPurpose, lifetimesMs, type PasswordLink } from './password-link.ts';
import { insertLink, purgeExpired } from './password-link-store.ts';

/**
 * Creates a one-time link. Only the link's fingerprint is stored, and the audit log never contains the link.
 */
export async function makeLink(
  change: Change,
  { baseUrl }: Pick<Workspace, 'baseUrl'>,
  user: SignInUser,
  purpose: LinkPurpose,
): Promise<PasswordLink> {
  const token = makeToken('link');
  const now = change.clock.now();
  const expiresAt = new Date(now.getTime() + lifetimesMs[purpose]);
  const id = await insertLink(change.transaction, change.workspace, user, {
    purpose,
    tokenHash: fingerprintOf(token),
    now,
    expiresAt,
  });
  await recordAudit(change, {
    action: 'created',
    subject: { type: 'password_link', id, name: user.name },
    old: {},
    new: { purpose, user: user.email, expires_at: expiresAt.toISOString() },
  });
  return { url: `${baseUrl}/set-password?link=${token}`, expiresAt };
}

const maxAtOnce = 1_000;

export async function purgeLinks(upkeep: UpkeepDatabase, now: Date): Promise<void> {
  while ((await upkeep.run((transaction) => purgeExpired(transaction, now, maxAtOnce))) === maxAtOnce);
}
