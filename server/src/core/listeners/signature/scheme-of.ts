import { hmacScheme } from './hmac-scheme.ts';
import type { Scheme } from './scheme.ts';
import { senderSchemes } from './sender-schemes.ts';
import { sharedSecretScheme } from './shared-secret-scheme.ts';
import { type SignatureSettings, withHmacDefaults } from './signature-settings.ts';

/** Returns how requests are signed, or undefined if they aren't (spec/listeners §10.1). */
export function schemeOf(signature: SignatureSettings, idempotencyHeader: string): Scheme | undefined {
  const { scheme, header = '' } = signature;
  const idHeader = idempotencyHeader.toLowerCase();
  if (scheme === 'none') return undefined;
  if (scheme === 'hmac') return hmacScheme(withHmacDefaults(signature), idHeader);
  if (scheme === 'shared-secret') return sharedSecretScheme(header, idHeader);
  return senderSchemes[scheme];
}
