// What an installation makes of how its own call came in.
import { expect, test } from 'vitest';
import type { Arrival } from '../../src/core/self-check/index.ts';
import {
  judgeCallers,
  judgeHost,
  judgeProtocol,
  pretendedCaller,
} from '../../src/core/self-check/judge-arrival.ts';

const direct: Arrival = {
  host: 'crm.example.com',
  protocol: 'http',
  caller: '127.0.0.1',
  forwardedFor: pretendedCaller,
  forwardedProto: null,
  forwardedHost: null,
  isPassedOn: false,
  trustsProxies: false,
  now: 0,
};
const proxied: Arrival = {
  ...direct,
  protocol: 'https',
  caller: '203.0.113.7',
  forwardedFor: '203.0.113.7',
  forwardedProto: 'https',
  trustsProxies: true,
};
const https = 'https://crm.example.com';

test.each<[string, () => string]>([
  ['https through a proxy that says so', () => judgeProtocol(https, proxied)],
  ['plain http on this machine', () => judgeProtocol('http://127.0.0.1:8080', direct)],
  ['the host as it came', () => judgeHost(https, proxied)],
  ['callers without a proxy', () => judgeCallers('http://127.0.0.1:8080', direct)],
  ['a proxy that replaces the header', () => judgeCallers(https, proxied)],
  [
    'a proxy that adds to the header',
    () => judgeCallers(https, { ...proxied, forwardedFor: `${pretendedCaller}, 203.0.113.7` }),
  ],
])('right: %s', (_what, judge) => expect(judge()).not.toBe(''));

test.each<[string, () => string, RegExp]>([
  ['plain http', () => judgeProtocol('http://crm.example.com', direct), /travel readable/],
  [
    'http where callers come by https',
    () => judgeProtocol('http://crm.example.com', proxied),
    /Take https:\/\/crm\.example\.com as the address/,
  ],
  [
    'a proxy that does not say https',
    () => judgeProtocol(https, { ...proxied, protocol: 'http', forwardedProto: null }),
    /set the header X-Forwarded-Proto/,
  ],
  [
    'a proxy that says http',
    () => judgeProtocol(https, { ...proxied, protocol: 'http', forwardedProto: 'http' }),
    /says "http" although/,
  ],
  [
    'a proxy that is not believed',
    () => judgeProtocol(https, { ...proxied, protocol: 'http', trustsProxies: false }),
    /Set TRUST_PROXY=1/,
  ],
  ['another host', () => judgeHost(https, { ...proxied, host: 'hark:8080' }), /"hark:8080" arrives\. Let/],
  [
    'the host only forwarded',
    () => judgeHost(https, { ...proxied, host: 'hark', forwardedHost: 'crm.example.com' }),
    /only as X-Forwarded-Host/,
  ],
  [
    'whoever pretends is believed',
    () => judgeCallers(https, { ...proxied, caller: pretendedCaller, forwardedFor: pretendedCaller }),
    /is believed to be there/,
  ],
  [
    'a proxy that says nothing',
    () => judgeCallers(https, { ...proxied, caller: '10.0.0.2', forwardedFor: null }),
    /everybody looks like 10\.0\.0\.2/i,
  ],
  ['https without TRUST_PROXY', () => judgeCallers(https, direct), /TRUST_PROXY is not set/],
  [
    'a proxy that gives itself away',
    () => judgeCallers('http://crm.example.com', { ...direct, isPassedOn: true }),
    /TRUST_PROXY is not set/,
  ],
])('told: %s', (_what, judge, says) => expect(judge).toThrow(says));
