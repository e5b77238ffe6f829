// No open redirects: a `return_to` is a path on this host, or nothing.
import { describe, expect, test } from 'vitest';
import { ownPath } from '../../../src/http/pages/own-path.ts';
import { foreignAddresses, ownAddresses } from '../../lib/redirects.ts';

describe('ownPath', () => {
  test('takes no address that leads elsewhere', () => {
    const taken = foreignAddresses().filter((address) => ownPath(address) !== undefined);
    expect(taken).toEqual([]);
    expect(foreignAddresses().length).toBeGreaterThanOrEqual(300);
  });

  test('what it gives stays on any host, as a browser reads it', () => {
    for (const text of [...foreignAddresses(), ...ownAddresses.map(([own]) => own)]) {
      const path = ownPath(text);
      if (path === undefined) continue;
      expect(new URL(path, 'https://own.test').host, text).toBe('own.test');
    }
  });

  test.each(ownAddresses)('takes %s', (text, expected) => {
    expect(ownPath(text)).toBe(expected);
  });
});
