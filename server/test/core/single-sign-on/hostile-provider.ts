import { createHash, createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

export const client = { id: 'hark', secret: 'client-secret-of-hark' };

type Json = Record<string, unknown>;
type Signer = (claims: Json) => Promise<string> | string;

/** How the provider misbehaves. Everything that isn't set is right. */
export interface Behavior {
  discovery?: Json;
  /** Replaces claims of ID tokens. A value of undefined removes one. */
  claims?: Json;
  sign?: Signer;
  userinfo?: Json;
  tokenBody?: string;
  tokenRedirect?: string;
  /** Whether requests get no response. */
  isSilent?: boolean;
}

interface Issued {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string | null;
  readonly claims: Json;
}

// All providers share these, because creating such keys takes long.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** Starts a small identity provider that can send wrong responses. It counts requests by path. */
export async function startHostileProvider() {
  const publish = (key: typeof publicKey, kid: string): Json => ({
    ...key.export({ format: 'jwk' }),
    ...{ kid, use: 'sig', alg: 'RS256' },
  });
  let keys = [publish(publicKey, 'one')];
  const behavior: Behavior = {};
  const codes = new Map<string, Issued>();
  const tokens = new Map<string, Json>();
  const counts: Record<string, number> = {};
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${place}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);

  const signWith =
    (key: typeof privateKey, kid = 'one'): Signer =>
    (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signers = {
    right: signWith(privateKey),
    otherKey: signWith(otherKey),
    unknownKey: signWith(otherKey, 'unknown'),
    none: (claims: Json) => `${part({ alg: 'none' })}.${part(claims)}.`,
    /** Signs with the public key as a shared secret, which naive libraries accept. */
    publicKeyAsSecret: (claims: Json) => {
      const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims)}`;
      const secret = publicKey.export({ type: 'spki', format: 'pem' });
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    },
    clientSecret: (claims: Json) => {
      const signed = `${part({ alg: 'HS256' })}.${part(claims)}`;
      return `${signed}.${createHmac('sha256', client.secret).update(signed).digest('base64url')}`;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '';
    counts[path] = (counts[path] ?? 0) + 1;
    if (behavior.isSilent) return;
    const send = (body: Json | string, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (path === '/.well-known/openid-configuration')
      return void send({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
        ...behavior.discovery,
      });
    if (path === '/jwks') return void send({ keys });
    if (path === '/userinfo') {
      const claims = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
      return void send({ ...claims, ...behavior.userinfo });
    }
    if (path !== '/token') return void send({ error: 'not_found' }, 404);
    if (behavior.tokenRedirect !== undefined)
      return void response.writeHead(307, { location: behavior.tokenRedirect }).end();
    if (behavior.tokenBody !== undefined) return void send(behavior.tokenBody);
    const form = new URLSearchParams(await text(request));
    const issued = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    if (
      !issued ||
      issued.challenge !== challenge ||
      issued.redirectUri !== form.get('redirect_uri') ||
      request.headers.authorization !== basic
    )
      return void send({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: url,
      aud: client.id,
      iat: now,
      exp: now + 300,
      nonce: issued.nonce,
      auth_time: now,
      ...issued.claims,
      ...behavior.claims,
    };
    const sign = behavior.sign ?? signers.right;
    const access = randomUUID();
    tokens.set(access, { sub: issued.claims.sub });
    send({ access_token: access, token_type: 'Bearer', id_token: await sign(claims) });
  }

  return {
    url,
    place,
    behavior,
    signers,
    counts,
    stop,
    /** Replaces the provider's key. @returns how to sign with the new one */
    rotate(kid: string): Signer {
      const next = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      keys = [publish(next.publicKey, kid)];
      return signWith(next.privateKey, kid);
    },
    /** A person signs in at the provider. @returns what it sends to the redirect URI */
    approve(location: string, claims: Json): URLSearchParams {
      const { searchParams } = new URL(location);
      const code = randomUUID();
      codes.set(code, {
        nonce: searchParams.get('nonce'),
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri'),
        claims,
      });
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
    },
  };
}

/** The claims of a person whose address is verified. */
export const person = (email: string, more: Json = {}) => ({
  sub: `sub-of-${email}`,
  email,
  email_verified: true,
  name: 'Ann Example',
  ...more,
});
