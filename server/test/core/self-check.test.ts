// The self-check sends a request to its own public URL and draws conclusions from how the request arrives.
import { expect, test } from 'vitest';
import type { Arrival } from '../../src/core/self-check/index.ts';
import {
  judgeCallers,
  judgeHost,
  judgeKeyHeader,
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
  keyHeader: 'apikey',
  rewritesHeaderNames: false,
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
  ['https through a proxy that forwards the protocol', () => judgeProtocol(https, proxied)],
  ['plain http on this machine', () => judgeProtocol('http://127.0.0.1:8080', direct)],
  ['the original host', () => judgeHost(https, proxied)],
  ['callers without a proxy', () => judgeCallers('http://127.0.0.1:8080', direct)],
  ['a proxy that replaces the header', () => judgeCallers(https, proxied)],
  [
    'a proxy that adds to the header',
    () => judgeCallers(https, { ...proxied, forwardedFor: `${pretendedCaller}, 203.0.113.7` }),
  ],
  ['the header apikey', () => judgeKeyHeader(proxied)],
  [
    'a rewritten apikey, if told so',
    () => judgeKeyHeader({ ...proxied, keyHeader: 'Apikey', rewritesHeaderNames: true }),
  ],
])('accepts %s', (_what, judge) => expect(judge()).not.toBe(''));

test.each<[string, () => string, RegExp]>([
  ['plain http', () => judgeProtocol('http://crm.example.com', direct), /exposes passwords and tokens/],
  [
    'http where callers use https',
    () => judgeProtocol('http://crm.example.com', proxied),
    /Use https:\/\/crm\.example\.com as the base URL/,
  ],
  [
    "a proxy that doesn't forward https",
    () => judgeProtocol(https, { ...proxied, protocol: 'http', forwardedProto: null }),
    /set the header X-Forwarded-Proto/,
  ],
  [
    'a proxy that forwards http',
    () => judgeProtocol(https, { ...proxied, protocol: 'http', forwardedProto: 'http' }),
    /is "http" although/,
  ],
  [
    'a proxy that is not trusted',
    () => judgeProtocol(https, { ...proxied, protocol: 'http', trustsProxies: false }),
    /Set TRUST_PROXY=1/,
  ],
  [
    'another host',
    () => judgeHost(https, { ...proxied, host: 'hark:8080' }),
    /receives the Host header "hark:8080"\. Configure/,
  ],
  [
    'a host that is only in X-Forwarded-Host',
    () => judgeHost(https, { ...proxied, host: 'hark', forwardedHost: 'crm.example.com' }),
    /only in X-Forwarded-Host/,
  ],
  [
    'a caller who can spoof the IP address',
    () => judgeCallers(https, { ...proxied, caller: pretendedCaller, forwardedFor: pretendedCaller }),
    /can fake their IP address/,
  ],
  [
    "a proxy that doesn't forward the IP address",
    () => judgeCallers(https, { ...proxied, caller: '10.0.0.2', forwardedFor: null }),
    /all callers appear as 10\.0\.0\.2/i,
  ],
  ['https without TRUST_PROXY', () => judgeCallers(https, direct), /TRUST_PROXY isn't set/],
  [
    'a proxy that reveals itself',
    () => judgeCallers('http://crm.example.com', { ...direct, isPassedOn: true }),
    /TRUST_PROXY isn't set/,
  ],
  [
    'a proxy that rewrites apikey',
    () => judgeKeyHeader({ ...proxied, keyHeader: 'Apikey' }),
    /Set PROXY_REWRITES_HEADER_NAMES=1/,
  ],
  [
    'a proxy that rewrites apikey in another way',
    () => judgeKeyHeader({ ...proxied, keyHeader: 'APIKEY', rewritesHeaderNames: true }),
    /changes `apikey` to `APIKEY`/,
  ],
  [
    'a proxy that removes apikey',
    () => judgeKeyHeader({ ...proxied, keyHeader: null }),
    /removes the header/,
  ],
])('reports %s', (_what, judge, message) => expect(judge).toThrow(message));
