// The client turns every error format into the same error class with a single code (spec/rest-api §3.1, §3.2, §3.3).
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { Hark, HarkError } from '../../../client/src/index.ts';
import { readFailure, readRetryAfter } from '../../../client/src/read-failure.ts';
import { saveApiClient } from '../../src/core/api-clients/index.ts';
import { changing } from '../harness/builders.ts';
import { useTestDatabase } from '../harness/test-database.ts';
import { quickRetry, useClients } from './client-stage.ts';
import type { Mishap } from './unsteady-front.ts';

const database = useTestDatabase();
const openClient = useClients(database);

/** Returns the error that a call is rejected with. */
async function refusalOf(call: Promise<unknown>): Promise<HarkError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HarkError)) throw new Error(`not a HarkError: ${inspect(error)}`);
  return error;
}

test("a nested error has the API's message and the request ID to search for in the log", async () => {
  const { hark } = await openClient();
  const missing = await refusalOf(hark.leads.get(123_456_789));
  expect(missing).toMatchObject({
    name: 'HarkError',
    status: 404,
    code: 'not_found',
    message: 'Item was not found.',
  });
  expect(missing.requestId).toMatch(/\S{8,}/);
  const wrong = await refusalOf(hark.leads.create({ email: 'no address' }));
  expect(wrong).toMatchObject({ status: 400, code: 'invalid_value', field: 'email', isRetryable: false });
  expect(wrong.message).toContain('email');
  const many = Array.from({ length: 101 }, () => ({}));
  expect((await refusalOf(hark.leads.createMany(many))).message).toBe('items: must have at most 100 items.');
});

test("a flat error has the API's code and description", async () => {
  const { options, workspace, caller } = await openClient({ by: 'api_key' });
  const unknown = new Hark({ baseUrl: options.baseUrl, apiKey: 'nobodys-key' });
  expect(await refusalOf(unknown.me())).toMatchObject({
    status: 401,
    code: 'invalid_grant',
    isRetryable: false,
  });
  const wrong = new Hark({ baseUrl: options.baseUrl, token: 'hark_nobodys' });
  expect(await refusalOf(wrong.me())).toMatchObject({ status: 401, code: 'invalid_token' });
  const { context } = database.current;
  await changing(context, workspace.id, (change) =>
    saveApiClient(change, { user: caller.user as never, name: 'Other', scope: 'api' }),
  );
  const disabled = await refusalOf(new Hark(options).me());
  expect(disabled).toMatchObject({ status: 401, code: 'api_key_disabled' });
  expect(disabled.message).toMatch(/OAuth/);
});

test('the 404 page for a request without a credential is reported as an unreachable API, not as a missing lead', async () => {
  const { options, front } = await openClient({ by: 'api_key' });
  const dropping: typeof fetch = (url, init) => fetch(url, { ...init, headers: {} });
  const { status, code, message } = await refusalOf(
    new Hark({ ...options, fetch: dropping }).leads.upsert({ email: 'lea@example.test' }),
  );
  expect([status, code]).toEqual([404, 'not_reached']);
  expect(message).toContain('proxy');
  // The client didn't mistake the 404 for a missing lead and try to create one.
  expect(front.arrived).toHaveLength(1);
});

test('a redirect is not followed, so the credential is not sent elsewhere', async () => {
  const elsewhere: Mishap = { status: 301, headers: { location: 'https://acme.test/api/users/self' } };
  const { hark, front } = await openClient({ mishaps: [elsewhere] });
  expect(await refusalOf(hark.me())).toMatchObject({ code: 'redirected', status: 301, isRetryable: false });
  expect(front.arrived).toHaveLength(1);
});

test('a response that is not from the API is rejected, regardless of its status', async () => {
  const page: Mishap = {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Welcome to the hotel</h1>',
  };
  const { hark } = await openClient({ mishaps: [page] });
  expect(await refusalOf(hark.me())).toMatchObject({ code: 'bad_answer', status: 200, isRetryable: false });
});

test('an unreachable server and a server that never responds are reported', async () => {
  const nobody = new Hark({ baseUrl: 'http://127.0.0.1:1', apiKey: 'any', retry: quickRetry });
  expect(await refusalOf(nobody.me())).toMatchObject({
    code: 'network',
    status: undefined,
    isRetryable: true,
  });
  const { hark } = await openClient({ mishaps: ['hang', 'hang'], timeoutMs: 100, retry: { attempts: 2 } });
  expect(await refusalOf(hark.me())).toMatchObject({ code: 'timeout', isRetryable: true });
});

test.each([
  [500, '{"error":{"code":500,"message":"Oh"}}', 'fault', true],
  [503, '<html>', 'unavailable', true],
  [502, '', 'unavailable', true],
  [403, '{"error":{"code":403,"message":"You may not"}}', 'forbidden', false],
  [403, '{"error":"access_denied","error_description":"Ask"}', 'access_denied', false],
  [409, '{"error":{"code":409,"message":"Without a header"}}', 'conflict', false],
  [422, '{"error":{"code":422,"message":"Other body"}}', 'key_reused', false],
  [405, '{"error":{"code":405,"message":"No route"}}', 'invalid', false],
  [400, '{"error":"strange"}', 'strange', false],
  [400, '{"error":null}', 'invalid', false],
  [404, '{"error":{"code":404}}', 'not_reached', false],
])('%i %s is %s', (status, text, code, isRetryable) => {
  const error = readFailure({ status, text, headers: new Headers() });
  expect([error.code, error.isRetryable, error.status]).toEqual([code, isRetryable, status]);
  expect(error.message).not.toBe('');
});

test.each([
  [400, 'duplicate; field=email', 'duplicate', 'email', false],
  [400, 'required; field=permissions.leads-x', 'required', 'permissions.leads-x', false],
  [409, 'in_flight', 'in_flight', undefined, true],
  [409, 'concurrent_change', 'concurrent_change', undefined, true],
  [409, 'already_decided', 'already_decided', undefined, false],
  [409, 'conflict; field=name', 'conflict', 'name', false],
  [429, 'rate_limited', 'rate_limited', undefined, true],
  [400, 'not a code', 'invalid', undefined, false],
])('%i with Hark-Error: %s (spec/rest-api §3.5)', (status, header, code, field, isRetryable) => {
  const text = '{"error":{"code":400,"message":"No"}}';
  const error = readFailure({ status, text, headers: new Headers({ 'hark-error': header }) });
  expect([error.code, error.field, error.isRetryable]).toEqual([code, field, isRetryable]);
});

test('Retry-After is read in seconds and as a date', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  expect(readRetryAfter('7', now)).toBe(7);
  expect(readRetryAfter('Mon, 30 Nov 2026 12:00:09 GMT', now)).toBe(9);
  expect(readRetryAfter('Mon, 30 Nov 2026 11:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});

test('a rejected token is renewed once, and the call continues with the new one', async () => {
  const { options, front } = await openClient();
  const good = 'token' in options ? options.token : '';
  const asked: (string | undefined)[] = [];
  const token = async (refused?: string) => {
    asked.push(refused);
    return refused === undefined ? 'hark_old' : good;
  };
  const hark = new Hark({ baseUrl: options.baseUrl, token });
  await hark.leads.create({ first_name: 'Lea' });
  expect(asked).toEqual([undefined, 'hark_old']);
  expect(front.arrived.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer hark_old',
    `Bearer ${good}`,
  ]);
  const stubborn = new Hark({ baseUrl: options.baseUrl, token: () => 'hark_old' });
  expect(await refusalOf(stubborn.me())).toMatchObject({ code: 'invalid_token' });
  expect(front.arrived).toHaveLength(3);
});

test('invalid options are rejected immediately, without the credential in the message', () => {
  const baseUrl = 'https://acme.test';
  const given = (options: object) => () => new Hark(options as ConstructorParameters<typeof Hark>[0]);
  expect(given({ baseUrl })).toThrow('exactly one credential');
  expect(given({ baseUrl, apiKey: 'a', token: 'b' })).toThrow('exactly one credential');
  expect(given({ baseUrl, apiKey: '' })).toThrow('apiKey must be');
  for (const apiKey of ['secret\nvalue', 'secret välue', 'secret value']) {
    expect(given({ baseUrl, apiKey })).toThrow(/^(?!.*secret)/);
  }
  for (const wrong of [
    'acme.test',
    'ftp://acme.test',
    'https://acme.test/api',
    'https://u:p@acme.test',
    'https://acme.test?x',
    '',
  ]) {
    expect(given({ baseUrl: wrong, apiKey: 'a' })).toThrow('baseUrl must consist');
  }
  expect(given({ baseUrl: 'https://acme.test/', apiKey: 'a' })).not.toThrow();
});

test('only integer IDs are accepted for URLs', async () => {
  const { hark, front } = await openClient();
  for (const id of [0, -1, 1.5, Number.NaN, '../users/self', undefined] as number[]) {
    await expect(hark.leads.delete(id)).rejects.toThrow('positive integer');
  }
  expect(front.arrived).toHaveLength(0);
});

test('neither the client nor its errors show the credential', async () => {
  const { hark, options } = await openClient({ mishaps: ['refuse'], retry: { attempts: 1 } });
  const secret = 'token' in options ? options.token : '';
  expect(inspect(hark, { depth: 9, showHidden: true })).not.toContain(secret);
  expect(JSON.stringify(hark)).not.toContain(secret);
  expect(inspect(await refusalOf(hark.me()), { depth: 9 })).not.toContain(secret);
});
