import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locateToken } from '../../../src/core/listeners/checks/token-location.ts';

const found = (token: string) => ({ kind: 'found', token });
const undecodable = (token: string) => ({ kind: 'undecodable', token });

describe('where the token is (spec/listeners §3.1)', () => {
  test.each([
    ['Authorization: Bearer', ['Authorization', 'Bearer a.b.c'], found('a.b.c')],
    ['bearer in lower case', ['Authorization', 'bearer a.b.c'], found('a.b.c')],
    ['BEARER in upper case', ['AUTHORIZATION', 'BEARER a.b.c'], found('a.b.c')],
    ['the prefix is optional', ['authorization', 'a.b.c'], found('a.b.c')],
    ['the header token', ['token', 'a.b.c'], found('a.b.c')],
    ['the header token in any letter case', ['ToKeN', 'a.b.c'], found('a.b.c')],
    ['the header token with a prefix', ['token', 'bEaReR a.b.c'], found('a.b.c')],
    ['Authorization before token', ['token', 'x', 'Authorization', 'a.b.c'], found('a.b.c')],
    ['another scheme is used as it is', ['token', 'x', 'Authorization', 'Basic dTpw'], found('Basic dTpw')],
    ['the prefix is stripped once', ['Authorization', 'Bearer Bearer a'], found('Bearer a')],
    ['exactly one space belongs to the prefix', ['Authorization', 'Bearer  a'], found(' a')],
    ['a tab is not the prefix', ['Authorization', 'Bearer\ta'], found('Bearer\ta')],
    ['a longer word is not the prefix', ['Authorization', 'Bearers a'], found('Bearers a')],
    ['an empty Authorization', ['Authorization', '', 'token', 'a.b.c'], undecodable('')],
    ['an empty token', ['token', ''], undecodable('')],
    ['nothing after the prefix', ['Authorization', 'Bearer '], undecodable('')],
    ['the prefix whose space HTTP dropped', ['Authorization', 'Bearer'], undecodable('')],
    [
      'two Authorization headers, the first echoed',
      ['Authorization', 'Bearer a', 'authorization', 'b'],
      undecodable('a'),
    ],
    ['two equal Authorization headers', ['Authorization', 'a', 'Authorization', 'a'], undecodable('a')],
    [
      'two Authorization headers, the first empty',
      ['Authorization', '', 'Authorization', 'a'],
      undecodable(''),
    ],
    ['two token headers', ['token', 'a', 'token', 'b'], undecodable('a')],
    [
      'two token headers do not matter beside Authorization',
      ['token', 'a', 'token', 'b', 'Authorization', 'c'],
      found('c'),
    ],
    ['no header at all', [], { kind: 'missing' }],
    ['only others', ['X-Token', 'a', 'Cookie', 'token=a', 'Proxy-Authorization', 'a'], { kind: 'missing' }],
    ['a value that looks like a name', ['X-Name', 'authorization', 'X-Other', 'token'], { kind: 'missing' }],
  ])('%s', (_title, headers, expected) => {
    expect(locateToken(headers)).toEqual(expected);
  });

  test('any value is found whole after any spelling of the prefix, and among any other headers', () => {
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
