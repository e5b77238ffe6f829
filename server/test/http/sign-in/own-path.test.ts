// Prevents open redirects: a `return_to` must be a path on this host.
import { describe, expect, test } from 'vitest';
import { ownPath } from '../../../src/http/base/own-path.ts';
import { foreignAddresses, ownAddresses } from '../../lib/redirects.ts';

describe('ownPath', () => {
  test('rejects every URL of another host', () => {
    const accepted = foreignAddresses().filter((address) => ownPath(address) !== undefined);
    expect(accepted).toEqual([]);
    expect(foreignAddresses().length).toBeGreaterThanOrEqual(300);
  });

  test('returns only paths that a browser resolves to the same host', () => {
    for (const text of [...foreignAddresses(), ...ownAddresses.map(([own]) => own)]) {
      const path = ownPath(text);
      if (path === undefined) continue;
      expect(new URL(path, 'https://own.test').host, text).toBe('own.test');
    }
  });

  test.each(ownAddresses)('accepts %s', (text, expected) => {
    expect(ownPath(text)).toBe(expected);
  });
});
