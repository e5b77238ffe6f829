import type { VerifiedClaims } from '../checks/token-verdict.ts';
import type { VerifiedSender } from '../signature/check-signature.ts';
import { isReserved } from './form-fields.ts';
import { headerText, type RawHeaders } from './raw-headers.ts';

/** Headers removed before anything is logged, stored or shown (spec/listeners §6.5). */
const credentialHeaders = new Set([
  'cookie',
  'cookie2',
  'set-cookie',
  'authorization',
  'proxy-authorization',
  'dpop',
  'private-token',
  // Copies of credentials that proxies and gateways add.
  'x-authorization',
  'x-forwarded-authorization',
  'x-original-authorization',
  'x-forwarded-access-token',
  'x-forwarded-id-token',
  'x-auth-request-access-token',
  'x-ms-token-aad-access-token',
  'x-ms-token-aad-id-token',
  'cf-access-jwt-assertion',
  'x-goog-iap-jwt-assertion',
  'x-amz-security-token',
  'x-amzn-oidc-accesstoken',
  'x-amzn-oidc-data',
  'x-amzn-oidc-identity',
  'token',
  'apikey',
  'api-key',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
]);

/** The name must be in lower case. */
export const isCredentialHeader = (name: string): boolean => credentialHeaders.has(name);

/** The name must be in lower case. */
const isShownHeader = (name: string) => !isCredentialHeader(name) && !isReserved(name);

/**
 * Writes `__data.__headers` as JSON: names in lower case, each with a list of values (spec/listeners §6.4).
 * The claims of a verified token and the sender of a signed request come last, under names that no header can
 * have (spec/listeners §6.6, §6.7, §10.9).
 */
export function writeHeaders(
  headers: RawHeaders,
  claims: VerifiedClaims | undefined,
  sender: VerifiedSender | undefined,
): string {
  // The object has no prototype, so a header named `constructor` is an ordinary key.
  const lists: Record<string, unknown[]> = Object.create(null);
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase();
    if (!isShownHeader(name) || name === sender?.signatureHeader) continue;
    const value = headerText(headers[index + 1] ?? '');
    const known = lists[name];
    if (known) known.push(value);
    else lists[name] = [value];
  }
  if (claims?.data !== undefined) lists.__jwt_data = [claims.data];
  if (claims?.sub !== undefined) lists.__jwt_sub = [claims.sub];
  if (sender) lists.__signature = [{ scheme: sender.scheme, id: sender.id, timestamp: sender.timestamp }];
  return JSON.stringify(lists);
}
