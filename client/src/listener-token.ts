/** A listener token's claims, and the key and secret to sign it with. */
export interface ListenerTokenClaims {
  /** The listener's `endpoint_key`. */
  readonly key: string;
  /** The listener's `endpoint_secret`. Keep it on your server: anyone who has it can sign tokens. */
  readonly secret: string;
  /** How long the token is valid; five minutes by default. */
  readonly expiresInSeconds?: number | undefined;
  /** The subject. The workflow reads it as `__data.__headers.__jwt_sub[0]`. */
  readonly subject?: string | undefined;
  /** Additional data. The workflow reads it as `__data.__headers.__jwt_data[0].<key>`. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** When the token becomes valid. */
  readonly notBefore?: Date | undefined;
}

/**
 * Creates a token for a listener with `add_authentication` enabled, signed with HS256 through the runtime's
 * WebCrypto.
 */
export async function signListenerToken(claims: ListenerTokenClaims): Promise<string> {
  const { key, secret, expiresInSeconds = 300, subject, data, notBefore } = claims;
  if (secret === '') throw new TypeError('secret must not be empty, because anyone could sign with it.');
  if (key === '') throw new TypeError('key must not be empty. Use the endpoint_key of the listener.');
  if (!(expiresInSeconds > 0 && Number.isFinite(expiresInSeconds))) {
    throw new TypeError('expiresInSeconds must be a positive number.');
  }
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: key,
    iat: now,
    exp: now + Math.ceil(expiresInSeconds),
    ...(notBefore === undefined ? {} : { nbf: Math.floor(notBefore.getTime() / 1000) }),
    ...(subject === undefined ? {} : { sub: subject }),
    ...(data === undefined ? {} : { data }),
  };
  const signed = `${encodeJson({ alg: 'HS256', typ: 'JWT' })}.${encodeJson(payload)}`;
  return `${signed}.${base64url(await hmac(secret, signed))}`;
}

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  // Browsers provide WebCrypto only on https pages.
  if (!globalThis.crypto?.subtle)
    throw new TypeError("WebCrypto isn't available here. Sign on your server instead.");
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmacKey = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, bytes.encode(text)));
}

const encodeJson = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)));

const base64url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
