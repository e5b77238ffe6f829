/** What a listener's token says, and what it is signed with. */
export interface ListenerTokenClaims {
  /** The listener's `endpoint_key`. */
  readonly key: string;
  /** The listener's `endpoint_secret`. It stays on your server: whoever has it can sign anything. */
  readonly secret: string;
  /** How long the token is good for; five minutes unless you say otherwise. */
  readonly expiresInSeconds?: number | undefined;
  /** Readable by the workflow as `__data.__headers.__jwt_sub[0]`. */
  readonly subject?: string | undefined;
  /** Readable by the workflow as `__data.__headers.__jwt_data[0].<key>`. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** When the token begins to be good. */
  readonly notBefore?: Date | undefined;
}

/** A token for a listener with `add_authentication`: HS256, signed by the runtime's own WebCrypto. */
export async function signListenerToken(claims: ListenerTokenClaims): Promise<string> {
  const { key, secret, expiresInSeconds = 300, subject, data, notBefore } = claims;
  if (secret === '') throw new TypeError('secret must not be empty: anybody could sign with it.');
  if (key === '') throw new TypeError('key must not be empty: it is the endpoint_key of the listener.');
  if (!(expiresInSeconds > 0 && Number.isFinite(expiresInSeconds))) {
    throw new TypeError('expiresInSeconds must be a number above 0.');
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
  // Browsers have it on https pages only.
  if (!globalThis.crypto?.subtle)
    throw new TypeError('WebCrypto is missing here. Sign on your server instead.');
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
