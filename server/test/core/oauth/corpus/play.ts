import { type ApiAnswer, sendTo } from '../../../harness/servers/api-server.ts';
import { type Case, type ClientKind, verifier } from './corpus.ts';
import type { SharedClient, SharedClients } from './foreign-server.ts';

/** One of the two servers that receive the corpus. */
export interface Side {
  readonly port: number;
  readonly host: string;
  readonly clients: SharedClients;
  code(client: SharedClient): Promise<string>;
}

const kindsOf = (kind: ClientKind): Record<string, string> => ({
  other: kind === 'public' ? 'another' : 'public',
});

/**
 * Sends one case, with placeholders replaced by values that this server issued. @returns status class and
 * error code
 */
export async function play(
  side: Side,
  { client: kind, method, path, fields, headers }: Case,
): Promise<string> {
  const client = side.clients[kind];
  const fill = (text: string) => fillIn(side, kind, text);
  const filled: [string, string][] = [];
  for (const [name, value] of fields) filled.push([name, await fill(value)]);
  const sentHeaders: Record<string, string> = { host: side.host, accept: 'application/json' };
  for (const [name, value] of Object.entries(headers)) sentHeaders[name] = await fill(value);
  const encoded = new URLSearchParams(filled).toString();
  const inQuery = path.endsWith('/authorize') || method === 'GET' || method === 'HEAD';
  const body = inQuery ? {} : { body: encoded };
  const answer = await sendTo(side.port, method, inQuery ? `${path}?${encoded}` : path, {
    headers: sentHeaders,
    ...body,
  });
  return outcomeOf(answer, client);
}

/** Reduces a response to what a client can see: the status class, and the error code if there is one. */
function outcomeOf({ status, headers, json }: ApiAnswer, { redirectUri }: SharedClient): string {
  const location = String(headers.location ?? '');
  const hundreds = `${Math.floor(status / 100)}xx`;
  if (!location) return `${hundreds} ${typeof json?.error === 'string' ? json.error : '-'}`;
  const isToApp = location.startsWith(redirectUri);
  const { search, hash } = new URL(location, 'http://own.test');
  // For an unsupported response type, the parameters arrive in the URL fragment.
  const params = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  return `${hundreds} ${isToApp ? (params.get('error') ?? 'a code') : 'asks the user'}`;
}

async function fillIn(side: Side, kind: ClientKind, text: string): Promise<string> {
  const client = side.clients[kind];
  const other = side.clients[kindsOf(kind).other as ClientKind];
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  const values: Record<string, () => string | Promise<string>> = {
    client: () => client.id,
    other: () => other.id,
    secret: () => client.secret ?? 'a-secret-it-does-not-have',
    redirect: () => client.redirectUri,
    basic: () => basic(`${client.id}:${client.secret ?? 'a-secret-it-does-not-have'}`),
    'basic nobody:x': () => basic('nobody:x'),
    'basic wrong': () => basic(`${client.id}:wrong`),
    'basic empty': () => basic(`${client.id}:`),
    code: () => side.code(client),
    'code of another client': () => side.code(other),
    'used code': async () => (await redeem(side, client)).code,
    refresh: async () => (await redeem(side, client)).refresh_token,
    access: async () => (await redeem(side, client)).access_token,
    'refresh of another client': async () => (await redeem(side, other)).refresh_token,
    'used refresh': async () => {
      const { refresh_token } = await redeem(side, client);
      await call(side, client, 'token', { grant_type: 'refresh_token', refresh_token });
      return refresh_token;
    },
    'revoked refresh': async () => {
      const { refresh_token: token } = await redeem(side, client);
      await call(side, client, 'revoke', { token });
      return token;
    },
  };
  const [, mark = '', rest = ''] = /^\{([^}]+)\}(.*)$/.exec(text) ?? [];
  const resolve = values[mark];
  return resolve ? `${await resolve()}${rest}` : text;
}

/** Sends a valid request as the client; throws unless it succeeds. */
async function call(side: Side, client: SharedClient, path: string, fields: Record<string, string>) {
  const isBasic = client === side.clients.basic;
  const own = isBasic
    ? {}
    : { client_id: client.id, ...(client.secret !== undefined && { client_secret: client.secret }) };
  const headers: Record<string, string> = {
    host: side.host,
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (isBasic)
    headers.authorization = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
  const body = new URLSearchParams({ ...fields, ...own }).toString();
  const answer = await sendTo(side.port, 'POST', `/oauth2/${path}`, { headers, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

async function redeem(side: Side, client: SharedClient) {
  const code = await side.code(client);
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  };
  return { ...(await call(side, client, 'token', fields)), code } as Record<
    'code' | 'access_token' | 'refresh_token',
    string
  >;
}
