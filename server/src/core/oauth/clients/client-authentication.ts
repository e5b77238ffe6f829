import { timingSafeEqual } from 'node:crypto';
import { fingerprintOf } from '../../../lib/crypto/token.ts';
import { HarkError, invalid } from '../../../lib/errors.ts';
import type { Parameters } from '../grants/parameters.ts';
import type { OAuthClient } from './oauth-client.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/**
 * Reads `client_secret_basic`, `client_secret_post` or just the `client_id` (RFC 6749 2.3.1). Throws if two
 * methods are used.
 */
export function readClientCredentials(
  authorization: string | undefined,
  body: Parameters,
): ClientCredentials {
  const [clientId, secret] = [body.get('client_id'), body.get('client_secret')];
  if (authorization === undefined) {
    if (clientId === undefined) throw invalid('invalid_request', 'The client_id is missing.');
    return { clientId, secret };
  }
  const basic = readBasic(authorization);
  if (secret !== undefined || (clientId !== undefined && clientId !== basic.clientId)) {
    throw invalid(
      'invalid_request',
      "Send the client's credentials either in the Authorization header or in the body, not both.",
    );
  }
  return basic;
}

function readBasic(authorization: string): ClientCredentials {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization.trim()) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  const [clientId, plain] = [formDecoded(id), formDecoded(secret)];
  if (!clientId || plain === undefined) throw refused();
  return { clientId, secret: plain === '' ? undefined : plain };
}

/**
 * Decodes an ID or secret, which are form-encoded inside Basic. Returns undefined if the encoding is invalid.
 */
function formDecoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Authenticates a client. Every failure results in the same error. */
export function authenticateClient(
  client: OAuthClient | undefined,
  { secret }: ClientCredentials,
): OAuthClient {
  if (!client?.active || !secretMatches(client.secretHash, secret)) throw refused();
  return client;
}

/** A client that has a secret must send it; a client without one must not send any. */
function secretMatches(hash: Buffer | null, secret: string | undefined): boolean {
  if (hash === null || secret === undefined) return hash === null && secret === undefined;
  const sent = fingerprintOf(secret);
  return sent.length === hash.length && timingSafeEqual(sent, hash);
}

const refused = () =>
  new HarkError(
    'unauthenticated',
    'invalid_client',
    'The client is unknown or disabled, or its secret is wrong, missing or unexpected.',
  );
