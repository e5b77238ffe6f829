import { signJws } from '../../../lib/crypto/jws.ts';
import type { RunId } from '../../../lib/ids.ts';
import { headerText } from '../input/raw-headers.ts';
import type { ResolvedSettings } from '../settings/resolved-settings.ts';

const algorithm = 'HS256';
const receiptType = 'hark-receipt+jwt';

/** A delivery that was accepted. */
interface AcceptedDelivery {
  readonly workspaceUrl: string;
  readonly run: RunId;
  /** Identifies the delivery; empty if the sender didn't send a key. */
  readonly key: string;
  /** The SHA-256 of the stored body. Unknown if the listener didn't send receipts when it was stored. */
  readonly bodyHash: Buffer | undefined;
}

/**
 * Signs the receipt of an accepted delivery, which its sender can verify (spec/listeners §11.2).
 * @returns undefined if the key or the secret is empty, which no accepted delivery has
 */
export function signReceipt(
  { workspaceUrl, run, key, bodyHash }: AcceptedDelivery,
  { endpointKey, endpointSecret }: Pick<ResolvedSettings, 'endpointKey' | 'endpointSecret'>,
  now: Date,
): string | undefined {
  if (!endpointKey || !endpointSecret) return undefined;
  const claims = {
    iss: workspaceUrl,
    aud: endpointKey,
    sub: run,
    jti: key === '' ? run : headerText(key),
    iat: Math.floor(now.getTime() / 1000),
    body_sha256: bodyHash?.toString('hex'),
  };
  return signJws(JSON.stringify(claims), endpointSecret, algorithm, receiptType);
}

const [receiptHeader] = signJws('{}', 'unused', algorithm, receiptType).split('.');

/**
 * Whether a token is a receipt. Both are signed with the same secret, and a receipt may be shown to others, so it must
 * never be accepted as a credential. The signature covers the header, so it can't be spelled differently.
 */
export const isReceipt = (token: string): boolean => token.startsWith(`${receiptHeader}.`);
