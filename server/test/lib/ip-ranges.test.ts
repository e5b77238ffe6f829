import { describe, expect, test } from 'vitest';
import { isInIpRanges, parseIpRange } from '../../src/lib/ip-ranges.ts';

describe('an IP address or range', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8:1::5/32', '2001:db8::/32'],
    ['::1/128', '::1'],
    ['::/0', '::/0'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ])('%s is read as %s', (text, range) => {
    expect(parseIpRange(text)).toBe(range);
  });

  test.each([
    '',
    '10',
    '10.0.0',
    '0x7f.0.0.1',
    '010.0.0.1',
    '256.0.0.1',
    '10.0.0.1/33',
    '10.0.0.1/-1',
    '10.0.0.1/',
    '10.0.0.1/8/8',
    '10.0.0.1/255.0.0.0',
    '::1/129',
    '::ffff:10.0.0.1/80',
    'fe80::1%eth0',
    '10.0.0.1:80',
    'example.com',
    '*',
  ])('%s is neither', (text) => {
    expect(parseIpRange(text)).toBeUndefined();
  });
});

describe('a list of ranges', () => {
  const ranges = ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32', 'fe80::/10'];

  test.each(['10.255.0.1', '203.0.113.7', '::ffff:203.0.113.7', '2001:db8:ffff::1', 'fe80::1%eth0'])(
    'contains %s',
    (address) => {
      expect(isInIpRanges(address, ranges)).toBe(true);
    },
  );

  test.each(['11.0.0.1', '203.0.113.8', '2001:db9::1', '::1', '', 'unknown', '10.0.0.1:80'])(
    "doesn't contain %s",
    (address) => {
      expect(isInIpRanges(address, ranges)).toBe(false);
    },
  );

  test('of one family never contains an address of the other', () => {
    expect(isInIpRanges('::1', ['0.0.0.0/0'])).toBe(false);
    expect(isInIpRanges('10.0.0.1', ['::/0'])).toBe(false);
  });
});
