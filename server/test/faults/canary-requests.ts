import { expect } from 'vitest';
import { sign } from '../core/listeners/tokens.ts';
import { type Answer, clientOf } from '../http/start-server.ts';
import { endpoint, failures, hidden, person, secrets } from './canary-data.ts';

/** The product under test, as a caller sees it. */
export type CanaryTarget = ReturnType<typeof targetAt>;

/** @param paths the listener paths by workflow name */
export function targetAt(baseUrl: string, paths: Readonly<Record<string, string>>, clientToken: string) {
  const { host, port } = new URL(baseUrl);
  const client = clientOf(Number(port));
  const ask = (method: string, target: string, headers: string[] = [], body = ''): Promise<Answer> =>
    client.ask(method, target, { headers, body, host });
  return {
    ask,
    call: (workflow: string, headers: string[] = [], body = '', query = '') =>
      ask('POST', `${paths[workflow]}${query}`, headers, body),
    exchange: client.exchange,
    paths,
    clientToken,
  };
}

const json = 'Content-Type: application/json';
export const bearer = (token: string) => `Authorization: Bearer ${token}`;
export const basic = (password: string) => `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
/** Creates a listener token with additional claims, which must not appear anywhere. */
export const token = (claims: object = {}, by = endpoint.secret) =>
  sign({ iss: endpoint.key, jti: hidden.of('jti'), data: { order: 7 }, ...claims }, { by });

/** Sends all requests whose credentials and bodies must leave no trace. */
export async function sendCanaries(target: CanaryTarget): Promise<void> {
  await sendCredentials(target);
  await sendRefused(target);
  await askApi(target);
  await runSecrets(target);
}

/**
 * Sends every header that carries a credential (spec/listeners §6.5), to listeners that check the credential and to
 * one that doesn't.
 */
async function sendCredentials({ call }: CanaryTarget): Promise<void> {
  const carried = [
    `Cookie: session=${hidden.of('cookie')}; other=${hidden.of('cookie')}`,
    `Proxy-Authorization: ${basic(hidden.of('proxy'))}`,
    ...['apikey', 'Api-Key', 'X-Api-Key', 'X-Auth-Token', 'X-Access-Token'].map(
      (name) => `${name}: ${hidden.of('header')}`,
    ),
  ];
  const open = [
    basic(hidden.of('basic')),
    `Bearer ${hidden.of('bearer')}`,
    `Digest username="a", response="${hidden.of('digest')}"`,
    `AWS4-HMAC-SHA256 Credential=${hidden.of('aws')}, Signature=${hidden.of('aws')}`,
    `Negotiate ${Buffer.from(hidden.of('negotiate')).toString('base64')}`,
    hidden.of('nothing'),
  ];
  for (const value of open) {
    const answer = await call('Open', [
      ...carried,
      `AUTHORIZATION: ${value}`,
      `Token: ${hidden.of('token')}`,
    ]);
    expect(answer.status).toBe(200);
  }
  const both = `${secrets.partner}${secrets.password}`;
  for (const [name, by] of [
    ['Signed', endpoint.secret],
    ['Templated', both],
  ] as const) {
    for (const header of ['Authorization: Bearer ', 'token: ']) {
      const answer = await call(name, [...carried, `${header}${token({}, by)}`, json], '{"name":"Ann"}');
      expect(answer.status, answer.text).toBe(200);
    }
  }
}

/**
 * Sends requests that are rejected for every possible reason. Hark keeps only their time, reason, IP address and
 * header names.
 */
async function sendRefused({ ask, call, exchange }: CanaryTarget): Promise<void> {
  const query = `?apikey=${hidden.of('query')}&token=${hidden.of('query')}`;
  const body = `{"card":"${hidden.of('body')}"}`;
  const tokens = [
    hidden.of('rubbish'),
    basic(hidden.of('basic')),
    token({}, 'another secret'),
    token({ iss: hidden.of('iss') }),
    token({ exp: 1 }),
  ];
  for (const value of tokens) {
    const answer = await call(
      'Signed',
      [`Authorization: ${value}`, `Cookie: a=${hidden.of('cookie')}`, json],
      body,
      query,
    );
    expect(answer.status).toBe(401);
    expect(answer.text).toContain(value);
  }
  expect((await call('Signed', [json], body, query)).status).toBe(403);
  expect((await call('Signed', [bearer(hidden.of('one')), bearer(hidden.of('two'))], body)).status).toBe(401);
  // Each body parser rejects these malformed bodies.
  const broken: [string, string, number][] = [
    ['application/json', `{"card":"${hidden.of('broken')}`, 400],
    ['multipart/form-data; boundary=x', `--x\r\n${hidden.of('part')}`, 400],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n${hidden.of('file')}\r\n--x--`,
      415,
    ],
    ['application/json', `{"a":"${hidden.of('large').repeat(60_000)}"}`, 413],
  ];
  for (const [type, text, status] of broken) {
    expect((await call('Open', [`Content-Type: ${type}`], text)).status).toBe(status);
  }
  // These requests reach no surface: malformed HTTP, oversized headers, and URLs that are too long.
  await exchange(`POST / HTTP/1.1\r\nHost: a\r\nAuthorization : ${hidden.of('space')}\r\n\r\n`);
  await ask('GET', `/api/leads?apikey=${hidden.of('long').repeat(400)}`);
  await ask('GET', '/api/leads', [`apikey: ${hidden.of('longheader').repeat(600)}`]);
}

async function askApi({ ask, clientToken }: CanaryTarget): Promise<void> {
  const [right, wrong] = [person.api_key, hidden.of('wrongkey')];
  for (const key of [right, wrong]) {
    const expected = key === right ? 200 : 401;
    expect((await ask('GET', '/api/leads', [`apikey: ${key}`])).status).toBe(expected);
    expect((await ask('GET', `/api/leads?apikey=${key}`)).status).toBe(expected);
    await ask('GET', `/api/nowhere?apikey=${key}`);
    await ask('DELETE', `/api/leads?apikey=${key}`);
    await ask('POST', `/api/leads/new?apikey=${key}`, [json], `{"email":"${hidden.of('leadbody')}`);
  }
  for (const value of [clientToken, hidden.of('wrongtoken')]) {
    expect((await ask('GET', '/api/leads', [bearer(value)])).status).toBe(401);
    await ask('GET', '/nowhere', [bearer(value), `Cookie: a=${hidden.of('cookie')}`]);
  }
  const keyed = [
    `apikey: ${right}`,
    json,
    `Idempotency-Key: ${hidden.of('key')}`,
    `Cookie: a=${hidden.of('cookie')}`,
  ];
  expect((await ask('POST', '/api/leads/new', keyed, '{"city":"Bern"}')).status).toBe(201);
}

async function runSecrets({ call }: CanaryTarget): Promise<void> {
  const answer = await call('Travelling', [json], JSON.stringify({ city: secrets.lead }));
  expect([answer.status, JSON.parse(answer.text).said, answer.headers.get('x-said')]).toEqual([
    201,
    secrets.lead,
    secrets.lead,
  ]);
  for (const name of failures) expect((await call('Failing', [json], `{"case":"${name}"}`)).status).toBe(200);
  const value = Buffer.from(secrets.sent);
  for (const payload of [
    secrets.sent,
    value.toString('base64'),
    value.toString('hex'),
    encodeURIComponent(secrets.sent),
    basic(secrets.sent),
  ]) {
    expect((await call('Echoing', [json], JSON.stringify({ said: payload }))).status).toBe(200);
  }
}
