import { describe, expect, test } from 'vitest';
import { readOAuthParameters } from '../../../src/core/oauth/grants/parameters.ts';
import { judgeScope, judgeScopeAgain } from '../../../src/core/oauth/grants/scope-verdict.ts';

const base = 'https://acme.example';
const required = 'A scope is required.';
const single = 'A token is issued for a single resource, so ask for one of mcp or api per request.';
const notAuthorized = (scope: string) => `Client is not authorised for scope: ${scope}`;
const asked = (scope: string | undefined, ...resources: string[]) => ({ scope, resources });

describe('a scope (spec/oauth §3.1, §3.2)', () => {
  test.each<[string, ReturnType<typeof asked>, held: 'api' | 'mcp', refused?: string]>([
    ['no scope', asked(undefined), 'api', required],
    ['spaces as scope', asked('  '), 'api', required],
    ['both scopes', asked('mcp api'), 'api', single],
    ['both scopes and a third', asked('mcp api x'), 'mcp', single],
    ['one as scope, one as resource', asked('api', 'mcp'), 'api', single],
    ['two resources', asked(undefined, 'api', 'mcp'), 'api', single],
    ["a scope that the client doesn't have", asked('mcp'), 'api', notAuthorized('mcp')],
    ['the same with the scopes swapped', asked('api'), 'mcp', notAuthorized('api')],
    ['a scope that no client has', asked('api admin'), 'api', notAuthorized('admin')],
    ['the scope twice', asked(' api  api '), 'api'],
    ['resource=api', asked(undefined, 'api'), 'api'],
    ['resource=mcp', asked(undefined, 'mcp'), 'mcp'],
    ['the same resource twice', asked(undefined, 'api', `${base}/api`), 'api'],
    ['the resource URL', asked(undefined, `${base}/api`), 'api'],
    ['the resource URL with a trailing slash', asked(undefined, `${base}/mcp/`), 'mcp'],
    ['the resource URL with its host in capitals', asked(undefined, `${base.toUpperCase()}/api`), 'api'],
    ['the resource URL with an upper-case path', asked(undefined, `${base}/API`), 'api', required],
    ['another resource', asked(undefined, 'https://x.test/api'), 'api', required],
    ['another resource in addition to a scope', asked('api', 'https://x.test/api'), 'api'],
  ])('is judged: %s', (_title, request, held, refused) => {
    const judge = () => judgeScope(base, request, held);
    const judgeAgain = () => judgeScopeAgain(base, request, held);
    if (refused === undefined) expect([judge(), judgeAgain()]).toEqual([held, held]);
    else {
      expect(judge).toThrow(refused);
      // At the token endpoint, a missing scope means the approved one.
      if (refused === required) expect(judgeAgain()).toBe(held);
      else expect(judgeAgain).toThrow(refused);
    }
  });

  test('of an unknown app must be one that exists', () => {
    expect(judgeScope(base, asked('mcp'), null)).toBe('mcp');
    expect(() => judgeScope(base, asked('admin'), null)).toThrow(notAuthorized('admin'));
  });
});

describe('parameters (spec/oauth §2.2, §4.1)', () => {
  test('can occur once, except for the resource', () => {
    const { get, resources } = readOAuthParameters('a=1&b=&resource=x&resource=y');
    expect([get('a'), get('b'), get('c'), resources]).toEqual(['1', undefined, undefined, ['x', 'y']]);
    for (const repeated of ['a=1&a=1', 'a=1&a=', 'a=&a=1', 'x&x'])
      expect(() => readOAuthParameters(repeated)).toThrow('A parameter is repeated.');
  });

  test('must not contain NUL', () => {
    for (const name of ['client_id', 'state', 'resource', 'x'])
      expect(() => readOAuthParameters(`${name}=a%00b`)).toThrow('NUL');
  });
});
