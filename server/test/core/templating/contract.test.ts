// The cases from the contract tests that need neither a listener nor a run.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compileTemplate } from '../../../src/core/templating/index.ts';
import { momentMs, problemsOf, renderSetting, scopeWith, valueOfStep } from './render-template.ts';

const key = 'template-key-0123456789abcdef-0123456789abcdef-0123456789abcdef-0123456789abcdef';
const text = 'Grüße? hello~~~';
const nowSeconds = Math.floor(momentMs / 1000);
const hmac = (algo: string, output: 'hex' | 'base64' | 'base64url' = 'hex', by = key) =>
  createHmac(algo, by).update(text).digest(output);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (payload: object, by = key, alg = 'HS256') => {
  const head = `${encoded({ typ: 'JWT', alg })}.${encoded(payload)}`;
  return `${head}.${createHmac(`sha${alg.slice(2)}`, by)
    .update(head)
    .digest('base64url')}`;
};

const payload = { sub: 'user-7', data: { order_id: 42 } };
const data = {
  text,
  n: 7,
  yes: true,
  no: false,
  empty: '',
  items: ['a', 'b'],
  none: [],
  nested: { deep: 'found' },
  date: '2026-01-15',
  template: "{{ 'evaluated' ~ 1 }}",
  good: jwt(payload),
  good512: jwt(payload, key, 'HS512'),
  recent: jwt({ ...payload, exp: nowSeconds - 50, nbf: nowSeconds + 50 }),
  expired: jwt({ ...payload, exp: nowSeconds - 70 }),
  early: jwt({ ...payload, nbf: nowSeconds + 90 }),
  unsigned: `${encoded({ typ: 'JWT', alg: 'none' })}.${encoded(payload)}.`,
};

const digests: [string, unknown][] = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'].map((algo) => [
  `{{ hashHmac('${algo}', __data.text, '${key}') }}`,
  hmac(algo),
]);

describe('functions (spec/templates §2)', () => {
  test.each<[string, unknown]>([
    ...digests,
    [`{{ hashHmac('sha256', __data.text, '${key}', 'hex') }}`, hmac('sha256')],
    [`{{ hashHmac('sha256', __data.text, '${key}', 'base64') }}`, hmac('sha256', 'base64')],
    [`{{ hashHmac('sha384', __data.text, '${key}', 'base64url') }}`, hmac('sha384', 'base64url')],
    [
      `{{ jwtEncode({'iss': 'me', 'n': __data.n, 'list': [1, 'a']}, '${key}') }}`,
      jwt({ iss: 'me', n: 7, list: [1, 'a'] }),
    ],
    [`{{ jwtEncode({'iss': 'me'}, '${key}', 'HS384') }}`, jwt({ iss: 'me' }, key, 'HS384')],
    [`{{ jwtEncode({'iss': 'me'}, '${key}', 'HS512') }}`, jwt({ iss: 'me' }, key, 'HS512')],
    [
      `{{ jwtEncode({'exp': now, 'nbf': '5', 'iat': 7, 'a': 'b'}, '${key}') }}`,
      jwt({ exp: nowSeconds, nbf: 5, iat: 7, a: 'b' }),
    ],
    [`{{ jwtDecode(__data.good, '${key}') }}`, payload],
    [`{{ jwtDecode(__data.good512, '${key}') }}`, payload],
    [`{{ jwtDecode(__data.good512, '${key}', 'HS512') }}`, payload],
    [`{{ jwtDecode(__data.recent, '${key}') is empty ? 'refused' : 'read' }}`, 'read'],
    [`{{ jwtDecode(jwtEncode({'a': 1}, '${key}', 'HS384'), '${key}') }}`, { a: 1 }],
    [`{{ jwtDecode(__data.good, '${key}x') }}`, null],
    [`{{ jwtDecode(__data.good, '${key}', 'HS512') }}`, null],
    [`{{ jwtDecode(__data.expired, '${key}') }}`, null],
    [`{{ jwtDecode(__data.early, '${key}') }}`, null],
    [`{{ jwtDecode(__data.unsigned, '${key}') }}`, null],
    [`{{ jwtDecode(__data.text, '${key}') }}`, null],
    [`{{ jwtDecode(__data.missing, '${key}') }}`, null],
    ["{{ dateDiff('2026-01-01', '2026-01-31') }}", 30],
    ["{{ dateDiff('2026-01-31', '2026-01-01') }}", -30],
    ["{{ dateDiff('2024-02-28', '2024-03-01', 'days') }}", 2],
    ["{{ dateDiff('2026-01-01T00:00:00Z', '2026-01-01T05:59:00Z', 'hours') }}", 5],
    ["{{ dateDiff('2026-01-01T05:59:00Z', '2026-01-01T00:00:00Z', 'hours') }}", -5],
    ["{{ dateDiff('2026-01-01T00:00:00Z', '2026-01-01T23:59:59Z') }}", 0],
    ["{{ dateDiff('2026-01-01T00:00:00Z', '2026-01-01T05:30:00Z', 'minutes') }}", 330],
    ["{{ dateDiff('2026-01-01T00:00:00Z', '2026-01-01T00:01:30Z', 'seconds') }}", 90],
    ["{{ dateDiff('2026-01-01T00:00:00Z', '2026-01-01T00:00:00-02:00', 'hours') }}", 2],
    ['{{ dateDiff(__data.date, dateAdd(__data.date, 3)) }}', 3],
    ["{{ dateDiff(__data.date, dateAdd(__data.date, -3, 'days')) }}", -3],
    ["{{ dateDiff(__data.date, dateAdd(__data.date, 36, 'hours'), 'minutes') }}", 2160],
    ["{{ dateDiff(__data.date, dateAdd(__data.date, 1, 'months')) }}", 31],
    ["{{ dateDiff('2024-01-15', dateAdd('2024-01-15', 1, 'years')) }}", 366],
    ["{{ dateDiff(__data.date, dateAdd(__data.date, '+3 days')) }}", 3],
    ["{{ dateDiff(__data.date, dateAdd(__data.date, '3')) }}", 3],
    ["{{ dateDiff(__data.date, dateAdd(__data.date, 'P1DT2H'), 'hours') }}", 26],
    ["{{ now('Y-m-d H:i') }}", '2026-01-15 12:30'],
    ["{{ now('j.n.y') }}", '15.1.26'],
    ["{{ now('Y-m-d H:i', 'Asia/Tokyo') }}", '2026-01-15 21:30'],
    ["{{ now('U') }}", String(nowSeconds)],
    ["{{ dateDiff(now(), dateAdd(now(), 90, 'minutes'), 'seconds') }}", 5400],
    ["{{ [now('U'), now('U')] }}", [String(nowSeconds), String(nowSeconds)]],
  ])('%s', (template, expected) => {
    expect(valueOfStep(template, data)).toEqual(expected);
  });

  test('hashHmac accepts a workspace secret as its key', () => {
    const outcome = compileTemplate("{{ hashHmac('sha256', __data.text, secrets.partner_secret) }}", {
      profile: 'step',
      secrets: true,
    });
    if (!outcome.ok) throw new Error('must compile');
    const result = outcome.template.render(scopeWith({ __data: data, secrets: { partner_secret: 'abc' } }));
    expect(result).toMatchObject({ ok: true, value: hmac('sha256', 'hex', 'abc') });
  });
});

describe('expressions (spec/templates §1)', () => {
  test.each<[string, unknown]>([
    ["{{ 'a' }}", 'a'],
    ['{{ "a" }}', 'a'],
    ['{{ 42 }}', 42],
    ['{{ 1.5 }}', 1.5],
    ['{{ true }}', true],
    ['{{ false }}', false],
    ['{{ null }}', null],
    ["{{ [1, 'a', __data.n] }}", [1, 'a', 7]],
    ["{{ {'a': 1, 'b': [__data.text]} }}", { a: 1, b: [text] }],
    ['{{ __data.nested.deep }}', 'found'],
    ['{{ __data.items[1] }}', 'b'],
    ["{{ __data['nested']['deep'] }}", 'found'],
    ["{{ __data.yes ? 'one' : 'two' }}", 'one'],
    ["{{ __data.no ? 'one' : 'two' }}", 'two'],
    ["{{ __data.text ?: 'other' }}", text],
    ["{{ __data.empty ?: 'other' }}", 'other'],
    ["{{ __data.missing ?? 'other' }}", 'other'],
    ["{{ __data.missing.more.still ?? 'other' }}", 'other'],
    ["{{ __data.no ?? 'other' }}", false],
    ["{{ 'n' ~ __data.n ~ __data.nested.deep }}", 'n7found'],
    ["{{ 'b' in __data.items }}", true],
    ["{{ 'c' in __data.items }}", false],
    ["{{ 'hello' in __data.text }}", true],
    ['{{ 2 in 1..3 }}', true],
    ['{{ 4 in 1..3 }}', false],
    ['{{ __data.text is defined }}', true],
    ['{{ __data.missing is defined }}', false],
    ['{{ __data.none is empty }}', true],
    ['{{ __data.empty is empty }}', true],
    ['{{ __data.items is empty }}', false],
    ['{% if __data.yes %}A{% elseif __data.yes %}B{% else %}C{% endif %}', 'A'],
    ['{% if __data.no %}A{% elseif __data.yes %}B{% else %}C{% endif %}', 'B'],
    ['{% if __data.no %}A{% elseif __data.missing %}B{% else %}C{% endif %}', 'C'],
    ['{% for item in __data.items %}<{{ item }}>{% else %}nothing{% endfor %}', '<a><b>'],
    ['{% for item in __data.none %}<{{ item }}>{% else %}nothing{% endfor %}', 'nothing'],
    ['{% for i in 1..4 %}{{ i }}{% endfor %}', '1234'],
    ["{% set greeting = 'Hi ' ~ __data.n %}{{ greeting }}!", 'Hi 7!'],
    ['a{# {{ __data.text }} #}b', 'ab'],
    ['a{{ __data.missing }}b', 'ab'],
    ['n={{ __data.n }}', 'n=7'],
    ['{{ __data.template }}', "{{ 'evaluated' ~ 1 }}"],
  ])('%s', (template, expected) => {
    expect(valueOfStep(template, data)).toEqual(expected);
  });
});

describe('no escape from the language (spec/templates §1.4)', () => {
  const emptyKeyed = jwt({ sub: 'leaked-subject' }, '');
  test.each([
    "{{ ''.constructor }}",
    "{{ ''.constructor.constructor('return process')() }}",
    '{{ [].constructor }}',
    '{{ {}.constructor }}',
    '{{ __data.constructor }}',
    '{{ __data.__proto__ }}',
    "{{ __data['constructor']['prototype'] }}",
    '{{ __data.items.length.constructor }}',
    '{{ __data.__headers.constructor }}',
    '{{ secrets.constructor }}',
    '{{ secrets.missing }}',
    '{{ hashHmac.constructor }}',
    '{{ process.env }}',
    '{{ globalThis }}',
    '{{ this }}',
    '{{ _self.env }}',
    "{{ require('fs') }}",
    "{{ source('/etc/passwd') }}",
    "{{ constant('PHP_VERSION') }}",
    "{% include '/etc/passwd' %}",
    "{{ ['id']|map(x => x) }}",
    "{{ hashHmac('sha256', 'x', '') }}",
    "{{ hashHmac('sha256', 'x', __data.missing) }}",
    "{{ hashHmac('crc32', 'x', 'key') }}",
    "{{ jwtEncode({'a': 1}, 'key', 'none') }}",
    "{{ jwtDecode(__data.emptyKeyed, '') }}",
    '{{ jwtDecode(__data.emptyKeyed, __data.missing) }}',
  ])('nothing leaks through %s', (template) => {
    const variables = { __data: { items: ['a'], emptyKeyed }, secrets: {} };
    for (const source of [template, `<${template}>`]) {
      const outcome = compileTemplate(source, { profile: 'step', secrets: true });
      if (!outcome.ok) continue;
      const result = outcome.template.render(scopeWith(variables));
      if (result.ok) expect([null, '', '<>']).toContain(result.value);
    }
  });
});

describe('listener settings (spec/listeners §2.2)', () => {
  test('can use the functions and the secrets', () => {
    const outcome = renderSetting("{{ hashHmac('sha256', 'listener', secrets.partner_secret) }}", {
      secrets: { partner_secret: 'abc' },
    });
    const value = createHmac('sha256', 'abc').update('listener').digest('hex');
    expect(outcome).toMatchObject({ ok: true, value });
  });

  test("can't read __data", () => {
    expect(problemsOf('{{ __data.name }}', { profile: 'setting' })[0]?.message).toMatch(/can't use __data/);
  });

  test('return an error as an outcome instead of throwing an exception', () => {
    expect(renderSetting("{{ hashHmac('sha256', 'x', '') }}")).toMatchObject({
      ok: false,
      problem: { code: 'runtime' },
    });
  });
});
