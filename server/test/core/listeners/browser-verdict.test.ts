// How a browser handles a request to a listener, according to spec/listeners §4.4, §4.5 and the Fetch
// standard.
import { describe, expect, test } from 'vitest';
import { type BrowserCall, judgeBrowserCall } from '../../../src/core/listeners/checks/browser-verdict.ts';
import type { ResolvedSettings } from '../../../src/core/listeners/index.ts';
import { now, settings } from './tokens.ts';

const origin = 'https://shop.example';
const allowing = { allowCors: true, corsDomains: origin };
const call = (more: Partial<BrowserCall>): BrowserCall => ({
  origin,
  method: 'POST',
  contentType: 'application/json',
  headerNames: [],
  withCredentials: false,
  ...more,
});
const judge = (more: Partial<BrowserCall>, overrides: Partial<ResolvedSettings>) =>
  judgeBrowserCall(call(more), settings(overrides), now);

describe('a preflight request', () => {
  test.each([
    [{ contentType: 'text/plain' }, []],
    [{ contentType: '' }, []],
    [{ method: 'GET', contentType: '' }, []],
    [{}, ['content-type']],
    [{ method: 'PUT', contentType: '' }, ['method']],
    [{ contentType: '', headerNames: ['accept', 'x-event'] }, ['x-event']],
  ] as const)('for %j is sent because of %j', (more, because) => {
    expect(judge(more, allowing).preflight?.because ?? []).toEqual(because);
  });

  test('with both checks on gets 403, so the browser never sends the actual request (spec/listeners §4.5)', () => {
    const verdict = judge({ headerNames: ['authorization'] }, { ...allowing, addAuthentication: true });
    expect(verdict.preflight).toMatchObject({ status: 403, refusal: 'missing_token', blocked: 'status' });
    expect(verdict.request).toBeUndefined();
  });

  test('fails if cookies are sent and the allowed headers are *; whether * covers Authorization depends on the browser', () => {
    const preflight = (more: Partial<BrowserCall>) => judge(more, allowing).preflight;
    expect(preflight({ headerNames: ['authorization'] })).toMatchObject({ blocked: '', differs: true });
    expect(preflight({ headerNames: ['token'] })).toMatchObject({ blocked: '', differs: false });
    expect(preflight({ withCredentials: true })).toMatchObject({ blocked: 'header:content-type' });
    expect(judge({ headerNames: ['authorization'] }, allowing).request).toMatchObject({ startsRun: true });
  });

  test('from an origin that is not in the list is rejected', () => {
    expect(judge({ origin: 'https://shop.example/' }, allowing)).toMatchObject({
      preflight: { status: 403, refusal: 'origin_not_allowed', blocked: 'status' },
      request: undefined,
    });
  });
});

describe('the actual request', () => {
  test('from an allowed origin starts a run, and the page can read the response', () => {
    expect(judge({}, allowing)).toMatchObject({
      preflight: { status: 204, blocked: '' },
      request: {
        status: 200,
        startsRun: true,
        blocked: '',
        headers: { 'access-control-allow-origin': origin },
      },
    });
  });

  test('without the CORS check still starts a run if it is simple; only the response is hidden', () => {
    expect(judge({ contentType: 'text/plain' }, {}).request).toMatchObject({
      startsRun: true,
      blocked: 'origin',
    });
  });

  test('that needs no preflight is accepted or rejected by the token check alone', () => {
    const secured = { addAuthentication: true };
    expect(judge({ origin: 'https://acme.example', headerNames: ['token'] }, secured)).toMatchObject({
      isSameOrigin: true,
      preflight: undefined,
      request: { status: 200, startsRun: true, blocked: '' },
    });
    expect(judge({ contentType: 'text/plain' }, secured).request).toMatchObject({
      status: 403,
      startsRun: false,
    });
    const unresolved = { ...secured, endpointSecret: undefined };
    expect(
      judge({ origin: 'https://acme.example', headerNames: ['token'] }, unresolved).request?.status,
    ).toBe(401);
  });

  test('to a disabled listener gets 404 and starts no run', () => {
    expect(judge({ contentType: 'text/plain' }, { ...allowing, isSwitchedOn: false }).request).toMatchObject({
      status: 404,
      refusal: 'listener_switched_off',
      startsRun: false,
    });
  });
});
