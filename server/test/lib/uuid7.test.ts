import { describe, expect, test } from 'vitest';
import { uuid7 } from '../../src/lib/crypto/uuid7.ts';

describe('uuid7', () => {
  test('has the format, version and variant that RFC 9562 defines', () => {
    for (let i = 0; i < 1_000; i++) {
      expect(uuid7(1_700_000_000_000 + i)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
  });

  test('starts with its creation time in milliseconds, so IDs sort by time', () => {
    const moments = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
    const ids = moments.map(uuid7);
    expect(ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))).toEqual(moments);
    expect([...ids].sort()).toEqual(ids);
  });

  test('does not repeat across many refills of the random bytes', () => {
    const ids = new Set(Array.from({ length: 20_000 }, () => uuid7(1_700_000_000_000)));
    expect(ids.size).toBe(20_000);
  });

  test('uses every random bit: each is sometimes 0 and sometimes 1', () => {
    const bits = Array.from({ length: 400 }, () =>
      BigInt(`0x${uuid7(0).replaceAll('-', '')}`)
        .toString(2)
        .padStart(128, '0'),
    );
    const constant = [...Array(128).keys()].filter((i) => new Set(bits.map((b) => b[i])).size === 1);
    // 48 bits of time, 4 of version, 2 of variant.
    expect(constant).toEqual([...Array(52).keys(), 64, 65]);
  });
});
