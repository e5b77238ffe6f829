// Explains why the CORS check rejects an origin (spec/listeners §4.2). The verdict is the check's own, and
// near misses get a hint.
import { describe, expect, test } from 'vitest';
import { explainOrigin } from '../../../src/core/listeners/checks/explain-origin.ts';
import { judgeOrigin } from '../../../src/core/listeners/checks/origin-verdict.ts';
import { settings } from './tokens.ts';

const explain = (origin: string, corsDomains: string | undefined, allowCors = true) =>
  explainOrigin(origin, settings({ allowCors, corsDomains }));

describe('explaining a rejected origin', () => {
  test.each([
    ['https://shop.example', 'https://other.example, https://shop.example/', 'slash_in_list'],
    ['https://shop.example/', 'https://shop.example', 'slash_in_origin'],
    ['https://shop.example', 'https://Shop.example', 'letter_case'],
    ['https://eu.shop.example', 'https://*.shop.example', 'pattern'],
    ['https://shop.example', 'shop.example', 'no_scheme'],
    ['https://shop.example', 'https://shop.example/checkout', 'path_in_list'],
    ['http://shop.example', 'https://shop.example', 'scheme'],
    ['https://shop.example:8443', 'https://shop.example', 'port'],
    ['https://shop.example', 'https://shop.example:443', 'port'],
  ])('names the entry that almost matches: %s against %s is %s', (origin, domains, reason) => {
    const entry = domains.split(', ').at(-1);
    expect(explain(origin, domains)).toEqual({ reason, entry });
  });

  test('names no entry if none is similar', () => {
    expect(explain('https://evil.example', 'https://shop.example')).toEqual({
      reason: 'unlike_all',
      entry: '',
    });
    expect(explain('no origin at all', 'https://shop.example')?.reason).toBe('unlike_all');
    expect(explain('null', 'shop.example, https://shop.example')?.reason).toBe('unlike_all');
  });

  test('reports a list that is empty or resolves to an empty list', () => {
    expect(explain('https://shop.example', ' , ')?.reason).toBe('no_entries');
    expect(explain('https://shop.example', undefined)?.reason).toBe('no_entries');
  });
});

test('explains exactly those origins that the check rejects', () => {
  const lists = [
    '',
    '*',
    'https://shop.example',
    'https://shop.example/',
    'shop.example',
    'https://acme.example',
  ];
  const origins = [
    'https://shop.example',
    'https://acme.example',
    'https://shop.example/',
    'null',
    'http://x',
  ];
  for (const corsDomains of lists) {
    for (const origin of origins) {
      for (const allowCors of [true, false]) {
        const resolved = settings({ allowCors, corsDomains });
        const isRejected = judgeOrigin(['origin', origin], resolved).kind === 'refused';
        expect([corsDomains, origin, explainOrigin(origin, resolved) !== undefined]).toEqual([
          corsDomains,
          origin,
          isRejected,
        ]);
      }
    }
  }
});
