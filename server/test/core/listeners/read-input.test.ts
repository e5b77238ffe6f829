import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readInput } from '../../../src/core/listeners/index.ts';
import { parseExactJson } from '../../../src/lib/json.ts';
import { codeOf, dataOf, fieldsOf, form, json, multipart, parts, urlencoded } from './requests.ts';

const person = { name: 'Ann Lee', city: 'Köln & Bonn' };
const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const many = (count: number) =>
  Array.from({ length: count }, (_, index): [string, string] => [`f${index}`, 'x']);

/** Entries sorted by name. */
const sorted = (entries: [string, unknown][]) => entries.sort(([one], [other]) => (one < other ? -1 : 1));

describe('fields (spec/listeners §6.1)', () => {
  test.each([
    ['a +json type', parts(JSON.stringify(person), 'application/cloudevents+json')],
    ['the query with an empty JSON body', parts('', json, { query: form(Object.entries(person)) })],
    ['the query with an empty object', parts(' {\n} ', json, { query: form(Object.entries(person)) })],
  ])('are read from %s', (_title, request) => {
    expect(fieldsOf(request)).toEqual(person);
  });

  test.each([json, urlencoded, 'multipart/form-data', 'text/plain', 'image/png', 'nonsense', '', undefined])(
    'are empty for an empty body of any type: %s',
    (type) => {
      expect(fieldsOf(parts('', type))).toEqual({});
    },
  );

  test.each([
    ['JSON null', 'null', json, null],
    ['JSON false', 'false', 'application/problem+json', false],
    ['JSON with another media type', '{"a":1}', 'text/json', '{"a":1}'],
    ['a form with another media type', 'a=1', 'application/octet-stream', 'a=1'],
    ['a body without a media type', 'x=1', undefined, 'x=1'],
    ['a body with two media types in one header', '{}', 'application/json, text/plain', '{}'],
  ])('%s is kept whole in __body', (_title, body, type, expected) => {
    expect(fieldsOf(parts(body, type))).toEqual({ __body: expected });
    expect(fieldsOf(parts(body, type, { query: '__body=no&a=b' }))).toEqual({ __body: expected, a: 'b' });
  });

  test('a JSON body is stored exactly as sent', () => {
    const body =
      '{ "n": 12345678901234567890.10, "e":"\\u0000\\ud800\\u00e9", "a":{"__proto__":1,"constructor":2} }';
    const text = readInput(parts(body, json)).toString();
    expect(text).toContain(body.slice(1, -1));
    const data = dataOf(parts(body, json));
    expect(data.e).toBe('\u0000\ud800é');
    expect(JSON.stringify(data.a)).toBe('{"__proto__":1,"constructor":2}');
  });

  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.5000000000000000000', 0.5],
    ['1e30', 1e30],
    ['"12345678901234567890"', '12345678901234567890'],
  ])(
    "an integer that a number can't represent exactly is stored as a string with all its digits: %s (spec/listeners §6.3)",
    (written, expected) => {
      expect(fieldsOf(parts(`{"a":{"n":[${written}]}}`, json))).toEqual({ a: { n: [expected] } });
      // The body is rewritten when a reserved name has to be dropped.
      expect(fieldsOf(parts(`{"n":${written},"__x":1}`, json))).toEqual({ n: expected });
      expect(fieldsOf(parts(written, json))).toEqual({ __body: expected });
    },
  );

  test('a byte order mark before JSON is skipped', () => {
    expect(fieldsOf(parts('\ufeff{"a":1}', json))).toEqual({ a: 1 });
    expect(fieldsOf(parts('\ufeff[1]', json))).toEqual({ __body: [1] });
  });

  test('any JSON object reads back as it was sent', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__x', '__proto__', '__headers', 'constructor', '1'),
    );
    const objects = fc.dictionary(names, fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), {
      noNullPrototype: false,
    });
    fc.assert(
      fc.property(objects, fc.constantFrom(0, 1, '\t'), (object, indent) => {
        const body = JSON.stringify(object, null, indent);
        const kept = Object.entries(parseExactJson(body) as object).filter(
          ([name]) => !name.startsWith('__'),
        );
        expect(sorted(Object.entries(fieldsOf(parts(body, json))))).toEqual(sorted(kept));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any form reads back as it was sent', () => {
    const texts = fc.string({ unit: 'grapheme' });
    const names = texts.filter((name) => !name.startsWith('__') && !name.endsWith('[]'));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts)), (fields) => {
        const expected = sorted(Object.entries(Object.fromEntries(fields)));
        for (const request of [
          parts(form(fields), urlencoded),
          parts('', undefined, { query: form(fields) }),
          parts(...multipart(fields)),
        ]) {
          expect(sorted(Object.entries(fieldsOf(request)))).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('names in forms and queries (spec/listeners §6.2)', () => {
  test.each([
    ['the last value of a repeated name wins', 'a=1&a=2&b=3', { a: '2', b: '3' }],
    ['name[] is a list', 'tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['name[] is a list with a single entry too', 'tags%5B%5D=a', { tags: ['a'] }],
    ['name[] replaces an earlier name', 'a=1&a[]=2', { a: ['2'] }],
    ['name replaces an earlier name[]', 'a[]=2&a=1', { a: '1' }],
    [
      'other brackets and dots have no special meaning',
      'a[b]=1&a[0]=2&a.b=3',
      { 'a[b]': '1', 'a[0]': '2', 'a.b': '3' },
    ],
    ['brackets alone are a name', '[]=1', { '[]': '1' }],
    ['an empty name is valid', '=1', { '': '1' }],
    ['a name without a value has an empty value', 'a&b=', { a: '', b: '' }],
    ['plus signs and percent escapes are decoded', 'a+b=%26%3D+%2B', { 'a b': '&= +' }],
    ['a leading question mark belongs to the name', '?a=1', { '?a': '1' }],
    ['encoded bytes that are not UTF-8 are replaced', 'a=K%F6ln&b=%zz', { a: 'K\ufffdln', b: '%zz' }],
    [
      'properties that every object has are ordinary names',
      'constructor=1&toString=2&hasOwnProperty=3',
      { constructor: '1', toString: '2', hasOwnProperty: '3' },
    ],
  ])('%s', (_title, text, expected) => {
    expect(Object.entries(fieldsOf(parts(text, urlencoded)))).toEqual(Object.entries(expected));
    expect(Object.entries(fieldsOf(parts('', undefined, { query: text })))).toEqual(Object.entries(expected));
  });

  test.each([
    ['a=1&a=2&a=3&b=1', { a: 3 }],
    ['t[]=1&t[]=2&b=1', undefined],
    ['a=1&a[]=2', { a: 2 }],
    ['a[]=1&a[]=2&a=3', { a: 3 }],
    ['__proto__=1&__proto__=2&constructor=1&constructor=2', { constructor: 2 }],
  ])('in %s, dropped repetitions are counted per name', (text, expected) => {
    const repeatedIn = (request: Parameters<typeof dataOf>[0]) => dataOf(request).__repeated;
    expect(repeatedIn(parts(text, urlencoded))).toEqual(expected);
    expect(repeatedIn(parts('', undefined, { query: text }))).toEqual(expected);
    expect(repeatedIn(parts('{"a":1,"__repeated":{"x":9}}', json, { query: 'a=1&a=2' }))).toBeUndefined();
  });

  test("a list in a multipart form replaces the query's list", () => {
    expect(
      fieldsOf(
        parts(
          ...multipart([
            ['t[]', 'a'],
            ['t[]', 'b'],
          ]),
          { query: 't[]=c&t=d' },
        ),
      ),
    ).toEqual({ t: ['a', 'b'] });
  });
});

describe('headers and claims (spec/listeners §6.4, §6.6)', () => {
  const headersOf = (headers: string[], claims?: { data: unknown; sub: unknown }) =>
    dataOf(parts('', undefined, { headers, claims })).__headers;

  test.each([
    'Cookie',
    'Authorization',
    'Proxy-Authorization',
    'token',
    'apikey',
    'Api-Key',
    'X-API-Key',
    'X-Auth-Token',
    'x-access-token',
    'X-Authorization',
    'X-Forwarded-Authorization',
    'X-Original-Authorization',
    'X-Forwarded-Access-Token',
    'Cf-Access-Jwt-Assertion',
    'X-Goog-IAP-JWT-Assertion',
    'X-Amz-Security-Token',
    'x-amzn-oidc-accesstoken',
    'x-amzn-oidc-data',
    'x-amzn-oidc-identity',
    'Private-Token',
    'DPoP',
    'Set-Cookie',
    'Cookie2',
    '__headers',
    '__JWT_data',
    '__jwt_sub',
    '__proto__',
    '__',
  ])('%s is removed (spec/listeners §6.5)', (name) => {
    const request = parts('{}', json, {
      headers: [name, 'CANARY', name.toUpperCase(), 'CANARY', 'X-Kept', 'kept'],
    });
    expect(readInput(request).toString()).toBe(
      '{"__headers":{"content-type":["application/json"],"x-kept":["kept"]}}',
    );
  });

  test('signature headers that a workflow checks itself are kept', () => {
    const sent = ['X-Gitlab-Token', 'a', 'X-Hub-Signature', 'b'];
    expect(headersOf(sent)).toEqual({ 'x-gitlab-token': ['a'], 'x-hub-signature': ['b'] });
  });

  test('a value is decoded as UTF-8 if valid, otherwise as Latin-1', () => {
    const sent = ['x-a', Buffer.from('Köln').toString('latin1'), 'x-b', 'Köln'];
    expect(headersOf(sent)).toEqual({ 'x-a': ['Köln'], 'x-b': ['Köln'] });
  });
});

test.each([
  ['JSON', '{ "a" : 1 }', json],
  ['a form', 'a=1&b=%20', urlencoded],
  ['text', 'é\u0000', 'text/plain'],
  ['nothing', '', json],
  ['a multipart form', ...multipart([['a', 'b']])],
])(
  '__raw contains %s exactly as received, and only when requested (spec/listeners §6.8)',
  (_title, body, type) => {
    expect(dataOf(parts(body, type, { wantsRaw: true })).__raw).toBe(body.toString());
    expect(dataOf(parts(body, type, { query: '__raw=x' }))).not.toHaveProperty('__raw');
    expect(dataOf(parts('{"__raw":"x"}', json, { wantsRaw: true })).__raw).toBe('{"__raw":"x"}');
  },
);

describe('reading a body (spec/listeners §6.9)', () => {
  test.each(['{"broken', '{"a":1,}', "{'a':1}", 'hello', ' ', '{}{}', '{"a":NaN}'])(
    'rejects malformed JSON: %j',
    (body) => {
      expect(codeOf(parts(body, json))).toBe('malformed_json');
    },
  );

  test.each([
    [json, 'malformed_json'],
    [urlencoded, 'not_utf8'],
  ])('rejects a body of type %s that is not UTF-8: %s', (type, code) => {
    expect(codeOf(parts(Buffer.from('{"a":"K\xf6ln"}', 'latin1'), type))).toBe(code);
  });

  test.each(['text/plain', 'image/png', 'application/octet-stream'])(
    'keeps a body of type %s that is not UTF-8 as Base64',
    (type) => {
      const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41, 0x80]);
      expect(fieldsOf(parts(bytes, type))).toEqual({
        __body: bytes.toString('base64'),
        __body_encoding: 'base64',
      });
    },
  );

  test('rejects a multipart field that is not UTF-8', () => {
    expect(codeOf(parts(...multipart([['a', Buffer.from([0xff])]])))).toBe('not_utf8');
  });

  test('rejects JSON that is nested more than 64 levels deep', () => {
    expect(codeOf(parts(nest(64), json))).toBe('none');
    expect(codeOf(parts(nest(65), json))).toBe('json_too_deep');
    expect(codeOf(parts(`{"a":${nest(63)}}`, json))).toBe('none');
    expect(codeOf(parts(`{"a":${nest(64)}}`, json))).toBe('json_too_deep');
    expect(codeOf(parts(nest(100_000), json))).toBe('json_too_deep');
    expect(fieldsOf(parts(nest(64), json)).__body).toEqual(JSON.parse(nest(64)));
  });

  test.each([
    ['JSON', (count: number) => parts(JSON.stringify(Object.fromEntries(many(count))), json)],
    ['a form', (count: number) => parts(form(many(count)), urlencoded)],
    ['a multipart form', (count: number) => parts(...multipart(many(count)))],
    ['the query', (count: number) => parts('', undefined, { query: form(many(count)) })],
    [
      'body and query together',
      (count: number) => parts(form(many(600)), urlencoded, { query: form(many(count - 600)) }),
    ],
    ['one repeated name', (count: number) => parts('a=1&'.repeat(count).slice(0, -1), urlencoded)],
    [
      'names that are dropped',
      (count: number) => parts(form(many(count).map(([name]) => [`__${name}`, ''])), urlencoded),
    ],
  ])('rejects a request with more than 1,000 fields: %s', (_title, build) => {
    expect(codeOf(build(1_000))).toBe('none');
    expect(codeOf(build(1_001))).toBe('too_many_fields');
  });

  test('counts each part of a multipart form before it reads the next part', () => {
    const file: [string, string, string] = ['upload', 'x', '; filename="a"'];
    expect(codeOf(parts(...multipart([...many(999), file])))).toBe('file_not_taken');
    expect(codeOf(parts(...multipart([...many(1_000), file])))).toBe('too_many_fields');
  });

  test('accepts more than 1,000 fields below the top level', () => {
    expect(codeOf(parts(JSON.stringify({ all: Object.fromEntries(many(5_000)) }), json))).toBe('none');
  });
});

describe('multipart forms (spec/listeners §6.1, §6.2)', () => {
  const type = 'multipart/form-data; boundary=b';
  const disposition = 'Content-Disposition: form-data; name="a"';

  test.each([
    [
      'a preamble and an epilogue',
      `before\r\n--b\r\n${disposition}\r\n\r\nx\r\n--b--\r\nafter --b`,
      type,
      { a: 'x' },
    ],
    ['spaces after the boundary', `--b \t\r\n${disposition}\r\n\r\nx\r\n--b--`, type, { a: 'x' }],
    [
      'a quoted boundary',
      `--b c\r\n${disposition}\r\n\r\nx\r\n--b c--`,
      'Multipart/Form-Data; a=b; BOUNDARY="b c"',
      { a: 'x' },
    ],
    [
      'other headers, in any letter case',
      '--b\r\nX-A: b\r\ncontent-DISPOSITION: Form-Data; NAME=a\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--',
      type,
      { a: 'x' },
    ],
    [
      'a name with a semicolon and a quote',
      '--b\r\nContent-Disposition: form-data; name="a;\\"%22\\\\b\\c"\r\n\r\nx\r\n--b--',
      type,
      { 'a;""\\b\\c': 'x' },
    ],
    [
      'line breaks in a value',
      `--b\r\n${disposition}\r\n\r\n\r\nx\r\n\r\n-b\r\n\r\n--b--`,
      type,
      { a: '\r\nx\r\n\r\n-b\r\n' },
    ],
    ['an empty value', `--b\r\n${disposition}\r\n\r\n\r\n--b--`, type, { a: '' }],
    ['no parts', '--b--', type, {}],
    [
      'an unused file input',
      `--b\r\n${disposition}; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--b--`,
      type,
      {},
    ],
  ])('accept %s', (_title, body, contentType, expected) => {
    expect(fieldsOf(parts(body, contentType))).toEqual(expected);
  });

  test.each([
    ['a file', '; filename="a.txt"', 'content'],
    ['an empty file', '; filename="a.txt"', ''],
    ['a file without a name', '; filename=""', 'content'],
    ['a file with an encoded name', "; filename*=UTF-8''a.txt", 'content'],
    ['a file header in upper case', '; FILENAME=a', 'content'],
    ['a file of bytes', '; filename="a.png"\r\nContent-Type: image/png', Buffer.from([0xff, 0x00])],
  ])('%s is rejected with 415, and the error names the field', (_title, more, value) => {
    expect(
      codeOf(
        parts(
          ...multipart([
            ['first', 'x'],
            ['upload', value, more],
          ]),
        ),
      ),
    ).toBe('file_not_taken');
    expect(() => readInput(parts(...multipart([['upload', value, more]])))).toThrow('upload');
  });

  test.each([
    ['no boundary', `--b\r\n${disposition}\r\n\r\nx\r\n--b--`, 'multipart/form-data'],
    ['an empty boundary', '----', 'multipart/form-data; boundary='],
    ['a boundary of 71 characters', ...multipart([['a', 'x']], 'b'.repeat(71))],
    ['another boundary', `--c\r\n${disposition}\r\n\r\nx\r\n--c--`, type],
    ['no closing boundary', `--b\r\n${disposition}\r\n\r\nx\r\n`, type],
    ['an end inside the headers', `--b\r\n${disposition}`, type],
    ['no empty line', `--b\r\n${disposition}\r\n--b--`, type],
    ['no headers', '--b\r\n\r\nx\r\n--b--', type],
    ['no name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--', type],
    [
      'a disposition other than form-data',
      '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--',
      type,
    ],
    ['two boundaries in a row', '--b\r\n--b--', type],
    ['line feeds without carriage returns', `--b\n${disposition}\n\nx\n--b--`, type],
    ['a longer boundary', `--bb\r\n${disposition}\r\n\r\nx\r\n--bb--`, type],
    ['headers of 9 KB', `--b\r\nX-A: ${'a'.repeat(9_000)}\r\n${disposition}\r\n\r\nx\r\n--b--`, type],
    ['one byte', '-', type],
  ])('a form with %s is malformed', (_title, body, contentType) => {
    expect(codeOf(parts(body, contentType))).toBe('malformed_form');
  });
});
