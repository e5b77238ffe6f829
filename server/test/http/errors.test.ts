import { describe, expect, test } from 'vitest';
import { openToAll, type Route } from '../../src/http/request/route-table.ts';
import { conflict, fault, HarkError, invalid, unavailable } from '../../src/lib/errors.ts';
import { fakeListener, listenerPath } from './listener/fake-listener.ts';
import { findAcme, startServer, surfaces } from './start-server.ts';

/** Starts a server on which GET …/throw throws this error on every surface. */
async function throwing(error: unknown) {
  const handler = async () => {
    throw error;
  };
  const route: Route = { method: 'GET', path: '/throw', permission: openToAll('test'), handler };
  const all = surfaces({ api: [route], oauth: [route], console: [route] });
  const store = () => {
    throw error;
  };
  const listeners = fakeListener({ findWorkspace: findAcme, store });
  const started = await startServer({ surfaces: all, listeners });
  const at = (path: string) => () => started.ask('GET', path, { headers: ['X-Request-Id: id-1'] });
  return {
    ...started,
    api: at('/api/throw?apikey=k'),
    oauth: at('/oauth2/throw'),
    listener: at(listenerPath),
    console: at('/throw'),
  };
}

const tooMany = new HarkError('too-many', 'rate_limited', 'Slow down.', { retryAfterSeconds: 2.4 });

describe('error kinds', () => {
  test.each([
    [invalid('bad_value', 'Text.'), 400],
    [new HarkError('forbidden', 'lead_not_yours', 'Text.'), 403],
    [new HarkError('not-found', 'lead_not_found', 'Item was not found.'), 404],
    [conflict('taken', 'Text.'), 409],
    [tooMany, 429],
    [unavailable('database_unavailable', 'Text.'), 503],
  ])('%s gets its status in the error format of each surface', async (error, status) => {
    const server = await throwing(error);
    for (const ask of [server.api, server.listener]) {
      const answer = await ask();
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.text)).toEqual({ error: { code: status, message: error.message } });
    }
    const flat = await server.oauth();
    expect(flat.status).toBe(status);
    expect(JSON.parse(flat.text)).toEqual({ error: expect.any(String), error_description: error.message });
    const page = await server.console();
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`<p>${error.message}</p>`);
  });

  test.each([
    [tooMany, '3'],
    [new HarkError('too-many', 'x', 'Text.'), '1'],
    [unavailable('x', 'Text.'), '1'],
  ])('%s has a Retry-After header', async (error, seconds) => {
    const server = await throwing(error);
    for (const ask of [server.api, server.oauth, server.listener, server.console]) {
      expect((await ask()).headers.get('retry-after')).toBe(seconds);
    }
  });
});

describe('an unknown error', () => {
  const cause = new Error('password=CAUSE-CANARY');
  const error = Object.assign(new TypeError('cannot read SECRET-TABLE', { cause }), { detail: 'ROW-CANARY' });

  test.each([error, fault('key_missing', 'cannot read SECRET-TABLE'), 'a string', null])(
    'gets a 500 response that contains only the request ID',
    async (thrown) => {
      const server = await throwing(thrown);
      const message = 'Internal error. Report the request id id-1 to your administrator.';
      for (const ask of [server.api, server.listener]) {
        const answer = await ask();
        expect([answer.status, JSON.parse(answer.text)]).toEqual([500, { error: { code: 500, message } }]);
      }
      const flat = await server.oauth();
      expect([flat.status, JSON.parse(flat.text)]).toEqual([
        500,
        { error: 'server_error', error_description: message },
      ]);
      const page = await server.console();
      expect([page.status, page.text.includes(message)]).toEqual([500, true]);
    },
  );

  test('is logged with its stack, its cause and the request ID, but without its other properties', async () => {
    const server = await throwing(error);
    await server.api();
    const line = server.log.lines().find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({
      level: 50,
      request_id: 'id-1',
      error: {
        type: 'TypeError',
        message: 'cannot read SECRET-TABLE',
        stack: expect.stringContaining('errors.test.ts'),
        cause: { message: 'password=CAUSE-CANARY' },
      },
    });
    expect(server.log.text()).not.toContain('ROW-CANARY');
  });

  test('is logged even if its cause is circular', async () => {
    const circle = new Error('round');
    circle.cause = circle;
    const server = await throwing(circle);
    expect((await server.api()).status).toBe(500);
    expect(server.log.text()).toContain('round');
  });
});

test.each([
  ['invalid_grant', 'unauthenticated', 401],
  ['api_key_disabled', 'unauthenticated', 401],
  ['invalid_token', 'unauthenticated', 401],
  ['access_denied', 'forbidden', 403],
] as const)(
  'a rejected credential at /api: %s has a flat error and points to the discovery document (spec/rest-api §3.3)',
  async (code, kind, status) => {
    const server = await throwing(new HarkError(kind, code, 'What to do.'));
    const answer = await server.api();
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { error: code, error_description: 'What to do.' },
    ]);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="https://acme.example/.well-known/oauth-protected-resource/api", scope="api", error="${code}"`,
    );
  },
);

test.each([
  [invalid('invalid_scope', 'A scope is required.'), 400, 'invalid_scope'],
  [invalid('malformed_json', 'Text.'), 400, 'invalid_request'],
  [new HarkError('unauthenticated', 'invalid_client', 'Text.'), 401, 'invalid_client'],
  [tooMany, 429, 'temporarily_unavailable'],
])('OAuth: %s becomes %i %s', async (error, status, code) => {
  const answer = await (await throwing(error)).oauth();
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    status,
    { error: code, error_description: error.message },
  ]);
});
