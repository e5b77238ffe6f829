import type { Clock } from '../../lib/clock.ts';
import { type InstallationKey, seal, tryOpen } from '../../lib/crypto/installation-key.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';
import { generateApiKey } from './api-key.ts';

const purpose = 'api-key-proposal';
const lifetimeMs = 3_600_000;

/** Who a key is proposed to. */
interface ProposedTo {
  readonly workspace: WorkspaceId;
  readonly user: UserId;
}

interface Sealed extends ProposedTo {
  readonly apiKey: string;
  readonly expiresAt: number;
}

interface Proposing {
  readonly key: InstallationKey;
  readonly clock: Clock;
}

/**
 * *Regenerate* on the API Settings tab: a new key that isn't effective yet (spec/rest-api §1.5). Nothing is
 * stored. The proposal is sealed, so that *Update* accepts only keys that the server generated for this user.
 */
export function proposeKey(
  { key, clock }: Proposing,
  { workspace, user }: ProposedTo,
): { readonly apiKey: string; readonly proposal: string } {
  const apiKey = generateApiKey();
  const sealed: Sealed = { workspace, user, apiKey, expiresAt: clock.now().getTime() + lifetimeMs };
  return { apiKey, proposal: seal(key, purpose, JSON.stringify(sealed)) };
}

/** The key of a proposal; undefined if it was made for another user, has expired, or is no proposal of ours. */
export function openProposal(
  { key, clock }: Proposing,
  { workspace, user }: ProposedTo,
  proposal: string,
): string | undefined {
  const text = tryOpen(key, purpose, proposal);
  if (text === undefined) return undefined;
  const sealed = JSON.parse(text) as Sealed;
  const isOurs = sealed.workspace === workspace && sealed.user === user;
  return isOurs && clock.now().getTime() < sealed.expiresAt ? sealed.apiKey : undefined;
}
