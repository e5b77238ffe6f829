import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { deriveKey, keyNumberOf, open, seal } from '../../src/lib/crypto/installation-key.ts';
import { Secret } from '../../src/lib/crypto/secret.ts';

const key = { number: 1, secret: new Secret('an-installation-key-for-tests-only-0123456789') };

describe('a value encrypted with the installation key', () => {
  test('decrypts with the same key and purpose, and carries its key number', () => {
    const sealed = seal({ ...key, number: 12 }, 'api-key', 'value with ümlaut');
    expect(keyNumberOf(sealed)).toBe(12);
    expect(open({ ...key, number: 12 }, 'api-key', sealed)).toBe('value with ümlaut');
    expect(sealed).not.toContain('value');
  });

  test('has a different ciphertext each time', () => {
    expect(seal(key, 'api-key', 'same')).not.toBe(seal(key, 'api-key', 'same'));
  });

  test('does not decrypt with another key, key number or purpose, or after a byte changed', () => {
    const sealed = seal(key, 'api-key', 'value');
    const other = new Secret('another-installation-key-0123456789-0123456789');
    expect(() => open({ ...key, secret: other }, 'api-key', sealed)).toThrow();
    expect(() => open({ ...key, number: 2 }, 'api-key', sealed)).toThrow(/key number 1/);
    expect(() => open({ ...key, number: 2 }, 'api-key', sealed.replace('1.', '2.'))).toThrow();
    expect(() => open(key, 'secret', sealed)).toThrow();
    for (const at of [2, 10, 25, sealed.length - 2]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => open(key, 'api-key', changed)).toThrow();
    }
  });

  test('uses a separate derived key for each purpose', () => {
    expect(deriveKey(key.secret, 'a').equals(deriveKey(key.secret, 'b'))).toBe(false);
    expect(deriveKey(key.secret, 'a')).toHaveLength(32);
  });
});

describe('a secret', () => {
  test('prints as [redacted] everywhere', () => {
    const secret = new Secret('hush');
    const printed = [
      `${secret}`,
      String(secret),
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: [secret] }),
    ];
    for (const text of printed) {
      expect(text).toContain('[redacted]');
      expect(text).not.toContain('hush');
    }
    expect(secret.reveal()).toBe('hush');
  });

  test("can't be empty", () => {
    expect(() => new Secret('')).toThrow(/can't be empty/);
  });
});
