import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateToken } from '../../../src/core/listeners/checks/token-location.ts';

const found = (token: string) => ({ kind: 'found', token });
const undecodable = (token: string, reason: string) => ({ kind: 'undecodable', token, reason });

describe('token location (spec/listeners §3.1)', () => {
  test.each([
    ['the token header can be in any letter case', ['ToKeN', 'a.b.c'], found('a.b.c')],
    ['the prefix is stripped only once', ['Authorization', 'Bearer Bearer a'], found('Bearer a')],
    ['exactly one space belongs to the prefix', ['Authorization', 'Bearer  a'], found(' a')],
    ['a tab does not end the prefix', ['Authorization', 'Bearer\ta'], found('Bearer\ta')],
    ['a longer word is not the prefix', ['Authorization', 'Bearers a'], found('Bearers a')],
    [
      'a prefix whose trailing space HTTP dropped is invalid',
      ['Authorization', 'Bearer'],
      undecodable('', 'empty'),
    ],
    [
      'two Authorization headers are invalid even if the first is empty',
      ['Authorization', '', 'Authorization', 'a'],
      undecodable('', 'repeated'),
    ],
    [
      "two token headers don't matter next to Authorization",
      ['token', 'a', 'token', 'b', 'Authorization', 'c'],
      found('c'),
    ],
    [
      'other headers are not read',
      ['X-Token', 'a', 'Cookie', 'token=a', 'Proxy-Authorization', 'a'],
      { kind: 'missing' },
    ],
    [
      'a header value that looks like a header name is not read',
      ['X-Name', 'authorization', 'X-Other', 'token'],
      { kind: 'missing' },
    ],
  ])('%s', (_title, headers, expected) => {
    expect(locateToken(headers)).toEqual(expected);
  });

  test('a token is found completely after any spelling of the prefix, and among any other headers', () => {
    const spelled = fc.mixedCase(fc.constant('bearer'));
    const others = fc.array(fc.tuple(fc.constantFrom('host', 'token', 'x-a', 'cookie'), fc.string()));
    const values = fc.string({ minLength: 1 }).filter((value) => !/^bearer( |$)/i.test(value));
    fc.assert(
      fc.property(spelled, values, others, others, (prefix, value, before, after) => {
        const headers = [...before.flat(), 'AuthoriZation', `${prefix} ${value}`, ...after.flat()];
        expect(locateToken(headers)).toEqual(found(value));
        expect(locateToken([...before.flat(), 'authorization', value])).toEqual(found(value));
      }),
    );
  });
});
