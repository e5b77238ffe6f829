import type { Egress, EgressAnswer } from '../../../lib/egress/egress.ts';
import { EgressFailure } from '../../../lib/egress/failure.ts';
import { readRetryAfter } from '../../../lib/egress/retry-after.ts';
import { isRecord } from '../../../lib/json.ts';
import type { Connection } from '../connection.ts';

/** How long a token request may take. A step waits for it in addition to its own request. */
export const tokenTimeoutMs = 10_000;
const maximumBytes = 262_144;

/** Why a connection can't be used. The message never contains anything that a server sent. */
export class CredentialFailure extends Error {
  readonly code: 'unavailable' | 'unreachable' | 'blocked';
  readonly retryAfterMs: number | undefined;
  /** Whether the service has revoked the sign-in. */
  readonly isRevoked: boolean;

  constructor(
    code: CredentialFailure['code'],
    message: string,
    { retryAfterMs, isRevoked = false }: { retryAfterMs?: number | undefined; isRevoked?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.isRevoked = isRevoked;
  }
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresInMs: number | undefined;
}

export interface TokenRequest {
  readonly connection: Connection;
  readonly clientSecret: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** Requests tokens (RFC 6749, 3.2). @throws CredentialFailure if there is no token (spec/connections §3.3) */
export async function requestTokens(egress: Egress, request: TokenRequest): Promise<Tokens> {
  const { connection, clientSecret, parameters, now } = request;
  const { name, token_url, client_auth } = connection;
  const client = { id: connection.client_id ?? '', secret: clientSecret };
  const isPosted = client_auth === 'post';
  const body = new URLSearchParams({
    ...parameters,
    ...(isPosted && { client_id: client.id, client_secret: client.secret }),
  });
  const basic = Buffer.from(`${formEncoded(client.id)}:${formEncoded(client.secret)}`).toString('base64');
  const subject = `The token endpoint of the connection "${name}"`;
  let answer: EgressAnswer;
  try {
    answer = await egress({
      url: token_url ?? '',
      method: 'POST',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Hark',
        ...(!isPosted && { authorization: `Basic ${basic}` }),
      },
      body: body.toString(),
      timeoutMs: tokenTimeoutMs,
      maximumBytes,
      redirects: 0,
    });
  } catch (error) {
    if (!(error instanceof EgressFailure)) throw error;
    const code = { refused: 'blocked', unreachable: 'unreachable', unusable: 'unavailable' } as const;
    throw new CredentialFailure(code[error.kind], `${subject} sent no token. ${error.message}`);
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return readTokens(answer, subject);
  const message = `${subject} returned ${status}.`;
  if (status >= 500 || status === 408 || status === 429) {
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], now);
    throw new CredentialFailure('unreachable', message, { retryAfterMs });
  }
  throw new CredentialFailure('unavailable', message, {
    isRevoked: fieldsOf(answer).error === 'invalid_grant',
  });
}

/** Encodes a client's ID or secret for Basic authentication (RFC 6749, 2.3.1). */
const formEncoded = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);

function readTokens(answer: EgressAnswer, subject: string): Tokens {
  const { access_token, refresh_token, expires_in, token_type } = fieldsOf(answer);
  const isBearer = token_type === undefined || String(token_type).toLowerCase() === 'bearer';
  // A token that isn't visible ASCII (RFC 6749, A.12) can't be a header.
  if (typeof access_token !== 'string' || !/^[\x20-\x7e]+$/.test(access_token) || !isBearer)
    throw new CredentialFailure('unavailable', `${subject} returned no bearer token.`);
  const seconds = typeof expires_in === 'string' ? Number(expires_in) : expires_in;
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined,
    expiresInMs:
      typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
        ? Math.min(seconds, maxSeconds) * 1_000
        : undefined,
  };
}

/** A time further away than this is as good as none, and could overflow a date. */
const maxSeconds = 10 * 366 * 86_400;

function fieldsOf({ body }: EgressAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
