// What a browser makes of a call to a listener: spec/listeners §4.4, §4.5 on one side, the Fetch standard on the other.
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
const judge = (more: Partial<BrowserCall>, given: Partial<ResolvedSettings>) =>
  judgeBrowserCall(call(more), settings(given), now);

describe('preflight', () => {
  test.each([
    [{ contentType: 'text/plain' }, []],
    [{ contentType: '' }, []],
    [{ method: 'GET', contentType: '' }, []],
    [{}, ['content-type']],
    [{ method: 'PUT', contentType: '' }, ['method']],
    [{ contentType: '', headerNames: ['accept', 'x-event'] }, ['x-event']],
  ] as const)('%j is asked for because of %j', (more, because) => {
    expect(judge(more, allowing).preflight?.because ?? []).toEqual(because);
  });

  test('both checks on: 403, and the request is never sent (spec/listeners §4.5)', () => {
    const verdict = judge({ headerNames: ['authorization'] }, { ...allowing, addAuthentication: true });
    expect(verdict.preflight).toMatchObject({ status: 403, refusal: 'missing_token', blocked: 'status' });
    expect(verdict.request).toBeUndefined();
  });

  test('a star among the allowed headers covers nothing with cookies; whether it covers Authorization depends on the browser', () => {
    const preflight = (more: Partial<BrowserCall>) => judge(more, allowing).preflight;
    expect(preflight({ headerNames: ['authorization'] })).toMatchObject({ blocked: '', differs: true });
    expect(preflight({ headerNames: ['token'] })).toMatchObject({ blocked: '', differs: false });
    expect(preflight({ withCredentials: true })).toMatchObject({ blocked: 'header:content-type' });
    expect(judge({ headerNames: ['authorization'] }, allowing).request).toMatchObject({ startsRun: true });
  });

  test('an origin that is not in the list is rejected', () => {
    expect(judge({ origin: 'https://shop.example/' }, allowing)).toMatchObject({
      preflight: { status: 403, refusal: 'origin_not_allowed', blocked: 'status' },
      request: undefined,
    });
  });
});

describe('the request', () => {
  test('from an allowed origin it starts a run, and the page reads the response', () => {
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

  test('without the check a plain request starts a run all the same; only the response is hidden', () => {
    expect(judge({ contentType: 'text/plain' }, {}).request).toMatchObject({
      startsRun: true,
      blocked: 'origin',
    });
  });

  test('with the token check and a token in a header that is sent at once, the token counts', () => {
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

  test('disabled: 404, no run', () => {
    expect(judge({ contentType: 'text/plain' }, { ...allowing, isSwitchedOn: false }).request).toMatchObject({
      status: 404,
      refusal: 'listener_switched_off',
      startsRun: false,
    });
  });
});
