import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeOrigin } from '../../../src/core/listeners/checks/origin-verdict.ts';

const shop = 'https://shop.example.test';
const list = `${shop}, https://app.example.test:8443`;
const baseUrl = 'https://acme.example';
const judge = (origin: string | undefined, corsDomains: string | undefined = list, own = baseUrl) =>
  judgeOrigin(origin === undefined ? [] : ['X-A', 'b', 'Origin', origin], {
    allowCors: true,
    corsDomains,
    baseUrl: own,
  });
const allowed = (origin: string) => ({ kind: 'allowed', origin });

describe('the CORS check (spec/listeners §4.2)', () => {
  test('more than one Origin header, or an empty one, is rejected even if * is allowed', () => {
    for (const corsDomains of [list, '*', baseUrl]) {
      const check = (...origins: string[]) =>
        judgeOrigin(
          origins.flatMap((origin) => ['origin', origin]),
          { allowCors: true, corsDomains, baseUrl },
        );
      expect(check(shop, shop)).toEqual({ kind: 'refused', origin: '' });
      expect(check(shop, 'https://evil.example.test')).toEqual({ kind: 'refused', origin: '' });
      expect(check(baseUrl, 'https://evil.example.test')).toEqual({ kind: 'refused', origin: '' });
      expect(check('')).toEqual({ kind: 'refused', origin: '' });
      expect(check(' ')).toEqual({ kind: 'refused', origin: '' });
    }
  });

  test('any Origin either equals an entry in the list or is rejected', () => {
    const origins = fc.constantFrom(
      shop,
      'https://a.test',
      'https://a.test:1',
      'http://a.test',
      'null',
      'a',
      '*',
      '',
    );
    fc.assert(
      fc.property(origins, fc.array(origins), (origin, entries) => {
        const isAllowed = origin !== '' && (entries.includes('*') || entries.includes(origin));
        expect(judge(origin, entries.join(' , '))).toMatchObject(
          isAllowed ? allowed(origin) : { kind: 'refused' },
        );
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), (origin, domains) => {
        const verdict = judge(origin, domains);
        if (verdict.kind === 'allowed') expect(verdict.origin).toBe(origin.trim());
        expect(['allowed', 'refused']).toContain(verdict.kind);
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  [baseUrl, baseUrl, true],
  [' https://acme.example ', baseUrl, true],
  // The port follows from the scheme, and 80 differs from 443.
  ['http://acme.example', baseUrl, false],
  ['https://acme.example:443', baseUrl, false],
  ['https://acme.example:8443', baseUrl, false],
  ['https://ACME.example', baseUrl, false],
  ['https://acme.example/', baseUrl, false],
  ['https://acme.example.evil.test', baseUrl, false],
  ['https://evil.test?https://acme.example', baseUrl, false],
  ['acme.example', baseUrl, false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  // The explicit port is the same, although the schemes differ.
  ['https://127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['ftp://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
  ['http://127.0.0.1:1', 'http://127.0.0.1:8080', false],
  ['http://localhost:8080', 'http://127.0.0.1:8080', false],
  ['http://[::1]:8080', 'http://[::1]:8080', true],
  ['https://[::1]', 'http://[::1]', false],
])('%j is the host of a service at %s: %s (spec/listeners §4.1)', (origin, own, isOwn) => {
  expect(judge(origin, list, own).kind).toBe(isOwn ? 'unchecked' : 'refused');
});
