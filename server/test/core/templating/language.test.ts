import { describe, expect, test } from 'vitest';
import { problemOfStep, problemsOf, truthOf, valueOfStep } from './render-template.ts';

const data = {
  a: 'A',
  n: 3,
  list: [1, 2, 3],
  map: { x: 1, y: 2 },
  yes: true,
  größe: 5,
  'a b': 1,
  nothing: null,
};
type Rows = [string, unknown][];
const each = (rows: Rows) =>
  test.each(rows)('%s', (template, expected) => expect(valueOfStep(template, data)).toEqual(expected));

describe('text and whitespace', () => {
  each([
    ['', ''],
    ['{ { a } }', '{ { a } }'],
    ['a { b {{ 1 }} {c', 'a { b 1 {c'],
    ["{{ '{{' }}", '{{'],
    ['{{ \'}}\' }} {{ "%}" }}', '}} %}'],
    ['{{ {a: {b: {c: 1}}} }}', { a: { b: { c: 1 } } }],
    ['{{1}}{{2}}', '12'],
    [' {{ 1 }}', ' 1'],
    ['{{ 1 }}\n', '1\n'],
    ['{{- 1 -}}', 1],
    ['{# c #}{{ 1 }}', '1'],
    ['{{ 1 }}{# c #}', '1'],
    ['{% if 1 %}\nx\n{% endif %}\ny', 'x\ny'],
    ['{% if 1 %}\r\nx{% endif %}\r\n\r\ny', 'x\r\ny'],
    ['{% if 1 %}\rx{% endif %}', '\rx'],
    ['{# c #}\n\nx', '\nx'],
    ['a \n {#- c -#} \n b', 'ab'],
    ['a\n {#~ c ~#} \n b', 'a\n\n b'],
    ['a{#-#}b', 'ab'],
    ['a \n{{- 1 -}}\n b', 'a1b'],
    ['a \n {{~ 1 ~}} \n b', 'a \n1\n b'],
    ['a {%- set z = 1 -%} b', 'ab'],
    ['a\n  {%~ set z = 1 ~%}  \nb', 'a\n\nb'],
    ['{{\u00a0\u2003\f1\t\n}}', 1],
  ]);
});

test('output is not escaped automatically, and |e escapes it (spec/templates §1.5)', () => {
  const data = { text: '<b>&</b>' };
  expect(valueOfStep('<i>{{ __data.text }}</i>', data)).toBe('<i><b>&</b></i>');
  expect(valueOfStep('{{ __data.text|e }}', data)).toBe('&lt;b&gt;&amp;&lt;/b&gt;');
});

describe('literals (spec/templates §1.1)', () => {
  each([
    [String.raw`{{ 'a\n\r\t\f\v\b\a\\\'\"\q' }}`, 'a\n\r\t\f\v\b\u0007\\\'"q'],
    [String.raw`{{ "\x41\x4a\101\0\xg" }}`, 'AJA\0xg'],
    ["{{ '#{x}' }}", '#{x}'],
    ['{{ "a#b" }}', 'a#b'],
    ['{{ 1.25 }}', 1.25],
    ['{{ 1e3 + 1E-1 + 2e+1 }}', 1020.1],
    ['{{ 0.0 }}', 0],
    ['{{ [TRUE, FALSE, NULL, none, NONE] }}', [true, false, null, null, null]],
    ['{{ [] }}', []],
    ['{{ {} }}', {}],
    ['{{ [1,] }}', [1]],
    ["{{ {a: 1, 'b': 2, 3: 3, (1 + 3): 4, if: 5,} }}", { a: 1, b: 2, 3: 3, 4: 4, if: 5 }],
    ['{{ {(true): 1, (null): 2, (1.9): 3, (false): 4} }}', { 1: 3, '': 2, 0: 4 }],
    ['{{ {a: 1, a: 2} }}', { a: 2 }],
    ['{{ [__data.nope] }}', [null]],
    ['{{ {a: __data.nope} }}', { a: null }],
  ]);
});

describe('access to parts of values', () => {
  each([
    ['{{ __data.größe }}', 5],
    ["{{ __data['a b'] }}", 1],
    ['{{ __data.list.0 }}', 1],
    ['{{ __data.list[2] }}', 3],
    ["{{ __data.list['1'] }}", 2],
    ['{{ __data.list[3] }}', null],
    ['{{ __data.list[-1] }}', null],
    ['{{ __data.list[0.9] }}', 1],
    ['{{ __data.list[__data.n - 1] }}', 3],
    ["{{ __data.list['x' ~ ''] }}", null],
    ['{{ __data.list.length }}', null],
    ["{{ __data.map['x' ~ ''] }}", 1],
    ['{{ [[1, 2], [3]][0][1] }}', 2],
    ['{{ [[[5]]].0.0.0 }}', 5],
    ['{{ {a: {b: 1}}.a.b }}', 1],
    ["{{ 'abc'[0] }}", null],
    ["{{ 'abc'.length }}", null],
    ['{{ (5).x }}', null],
    ['{{ __data.nothing.x }}', null],
    ['{{ __data.map.in ?? __data.map.is ?? __data.map.not }}', null],
  ]);
  test("a list, map or date can't be a key", () => {
    expect(problemOfStep('{{ __data[[1]] }}').message).toMatch(
      /A key must be text or a number, but this is a list/,
    );
    expect(problemOfStep('{{ {(now): 1} }}').message).toMatch(/a date/);
  });
});

describe('precedence follows Twig 3 (spec/templates §1.2)', () => {
  each([
    ['{{ 1 + 2 * 3 - 4 / 2 }}', 5],
    ['{{ 10 - 2 - 3 }}', 5],
    ['{{ 2 * 3 % 4 }}', 2],
    ['{{ 2 ** 3 ** 2 }}', 512],
    ['{{ -2 ** 2 }}', 4],
    ['{{ 2 ** -1 }}', 0.5],
    ['{{ 1 ~ 2 + 3 }}', 15],
    ['{{ 1 + 2 ~ 3 }}', 24],
    ['{{ not true == false }}', true],
    ['{{ not 1 in [1] }}', false],
    ['{{ not __data.zzz is defined }}', true],
    ['{{ 1 == 1 and 2 == 2 or false }}', true],
    ['{{ false and false or true }}', true],
    ['{{ 1..2 + 1 }}', [1, 2, 3]],
    ['{{ 2 in 1..3 }}', true],
    ['{{ -1|abs }}', -1],
    ['{{ (-1)|abs }}', 1],
    ["{{ 'a' ~ 'b'|upper }}", 'aB'],
    ['{{ 4 is even and 3 is odd }}', true],
    ['{{ 1 + 4 is even }}', 2],
    ["{{ null ?? 'a' ~ 'b' }}", 'ab'],
    ["{{ 'x' ?? 'a' ~ 'b' }}", 'xb'],
    ['{{ true ? 1 : false ? 2 : 3 }}', 1],
    ['{{ false ? 1 : false ? 2 : 3 }}', 3],
    ["{{ false ?: 0 ?: 'x' }}", 'x'],
    ["{{ false ? 'x' }}", ''],
    ["{{ true ? 'x' }}", 'x'],
    ['{{ 5 ? : 6 }}', 5],
    ['{{ 1 < 2 == true }}', true],
    ['{{ 1 is same as 1 }}', true],
    ['{{ 1 is same as(1) ? 2 : 3 }}', 2],
    ['{{ +__data.n - -__data.n }}', 6],
    ['{{ - 0 }}', 0],
  ]);
  test('~ binds more tightly than +', () => {
    expect(problemOfStep("{{ 'a' ~ 1 + 2 }}").message).toBe("This text isn't a number.");
  });
});

describe('tags (spec/templates §1.1)', () => {
  each([
    ['{% if 0 %}a{% elseif 0 %}b{% endif %}', ''],
    ['{% if 0 %}{% else %}{% if 1 %}x{% endif %}{% endif %}', 'x'],
    ['{% for v in __data.map %}{{ v }}{% endfor %}', '12'],
    ['{% for k, v in __data.list %}{{ k }}{{ v }} {% endfor %}', '01 12 23 '],
    ['{% for k, v in __data.map %}{{ k }}{{ v }} {% endfor %}', 'x1 y2 '],
    ['{% for v in __data.n %}x{% else %}none{% endfor %}', 'none'],
    ["{% for v in 'abc' %}x{% else %}none{% endfor %}", 'none'],
    ['{% for v in {} %}x{% else %}none{% endfor %}', 'none'],
    ['{% for v in __data.nope %}x{% endfor %}', ''],
    [
      '{% for v in 1..3 %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }} {% endfor %}',
      '103213 21213 321013 ',
    ],
    [
      '{% for a in 1..2 %}{% for b in 1..1 %}{{ loop.parent.loop.index }}{% endfor %}{{ loop.index }} {% endfor %}',
      '11 22 ',
    ],
    ["{% for v in 1..2 %}{{ loop['index'] }}{% endfor %}", '12'],
    ['{% set v = 9 %}{% for v in 1..2 %}{% endfor %}{{ v }}', '9'],
    ['{% set k = 9 %}{% for k, v in [1] %}{{ k }}{% endfor %}{{ k }}', '09'],
    ['{% for v in 1..2 %}{% set w = v %}{% endfor %}[{{ w }}]', '[]'],
    ['{% set w = 0 %}{% for v in 1..2 %}{% set w = v %}{% endfor %}[{{ w }}]', '[2]'],
    ['{% for v in 1..3 %}{{ w }}{% set w = v %}{% endfor %}', '12'],
    [
      '{% for v in 1..2 %}{% if v == 1 %}{% set w = 1 %}{% else %}{% set u %}x{% endset %}{% endif %}{% endfor %}[{{ w }}{{ u }}]',
      '[]',
    ],
    ['{% for v in 1..2 %}{% for z in 1..2 %}{% set w = z %}{% endfor %}{% endfor %}[{{ w }}]', '[]'],
    ['{% set a, b = 1, 2 %}{% set a, b = b, a %}{{ a }}{{ b }}', '21'],
    ['{% set a %}x{{ 1 }}y{% endset %}<{{ a }}>', '<x1y>'],
    ['{% set a = __data.nope %}{{ a is defined }}', '1'],
    ['{{ z is defined ? 1 : 2 }}{% set z = 1 %}{{ z is defined ? 1 : 2 }}', '21'],
    ['{% set if = 1 %}{{ if }}', '1'],
  ]);
});

describe('conditions', () => {
  test.each<[string, boolean]>([
    ["{{ '0' }}", false],
    ["{{ '0.0' }}", true],
    ["{{ ' ' }}", true],
    ["{{ '' }}", false],
    ['{{ 0 }}', false],
    ['{{ 0.1 }}', true],
    ['{{ [] }}', false],
    ['{{ [0] }}', true],
    ['{{ {} }}', false],
    ['{{ {a: 0} }}', true],
    ['{{ null }}', false],
    ['{{ __data.nope }}', false],
    ['{{ now }}', true],
  ])('%s is %s (spec/templates §1.6)', (source, expected) => expect(truthOf(source)).toBe(expected));

  test('a condition is exactly one expression (spec/templates §1.6)', () => {
    for (const source of [
      '',
      'true',
      ' {{ true }}',
      '{{ true }} ',
      '{{ 1 }}{{ 1 }}',
      '{% if 1 %}{% endif %}',
    ]) {
      expect(() => truthOf(source)).toThrow('A condition must be exactly one {{ expression }}.');
    }
  });
});

describe('syntax errors and unsupported features, with their position (spec/templates §1.4)', () => {
  test.each<[string, number, RegExp]>([
    ['{{ 1', 1, /no closing }}/],
    ['x{% if 1', 2, /no closing %}/],
    ['x{# c', 2, /no closing #}/],
    ["{{ 'abc }}", 4, /no closing quote/],
    ['{{ "a#{b}" }}', 6, /#{…} isn't supported/],
    ['{{ }}', 4, /Expected a value, but found }}/],
    ['{{ 1 2 }}', 6, /Expected an operator or the end of the tag, but found 2/],
    ["{{ 1 'x' }}", 6, /quoted text/],
    ['{{ (1 }}', 4, /This bracket is never closed/],
    ['{{ [1 2] }}', 7, /Expected ] after the list/],
    ['{{ {a 1} }}', 7, /Expected : after the key/],
    ['{{ {[1]: 1} }}', 5, /A key must be a name/],
    ['{{ a(1 2) }}', 8, /Expected \) after the arguments/],
    ['{{ now(format=1) }}', 8, /Named arguments aren't supported/],
    ['{{ [1]|map(x => x) }}', 12, /Arrow functions aren't supported/],
    ['{{ [1]|map((x, y) => x) }}', 14, /Arrow functions aren't supported/],
    ['{{ [1]|map((x) => x) }}', 14, /Arrow functions aren't supported/],
    ['{{ x => 1 }}', 6, /Arrow functions aren't supported/],
    ['{{ a.b() }}', 6, /Methods aren't supported/],
    ['{{ now()() }}', 9, /Only functions can be called/],
    ["{{ a['b']() }}", 10, /Only functions can be called/],
    ['{{ a. }}', 7, /Expected a name after the dot/],
    ['{{ a| }}', 7, /Expected the name of a filter/],
    ['{{ a is }}', 9, /Expected the name of a test/],
    ['{{ a[1:2] }}', 7, /\[from:count] isn't supported/],
    ['{{ a[:2] }}', 6, /\[from:count] isn't supported/],
    ['{{ a[1 }}', 5, /This bracket is never closed/],
    ['{{ (1] }}', 4, /This bracket is never closed/],
    ['{{ (1 2) }}', 7, /Expected \) to close the parenthesis/],
    ['{{ a[1 2] }}', 8, /Expected ] after the key/],
    ['{{ [...a] }}', 5, /The \.\.\. operator isn't supported/],
    ['{{ {...a} }}', 5, /The \.\.\. operator isn't supported/],
    ['{{ now(...a) }}', 8, /The \.\.\. operator isn't supported/],
    ['{{ a && b }}', 6, /&& isn't supported/],
    ['{{ a || b }}', 6, /\|\| isn't supported/],
    ['{{ !a }}', 4, /! isn't supported/],
    ['{{ a === b }}', 6, /=== isn't supported/],
    ['{{ a ; b }}', 6, /isn't valid here/],
    ['{{ a @ b }}', 6, /isn't valid here/],
    ['{{ a matches b }}', 6, /operator matches isn't supported/],
    ['{{ a <=> b }}', 6, /operator <=> isn't supported/],
    ['{{ a not b }}', 6, /Expected an operator/],
    ['{{ 1e999 }}', 4, /too large/],
    ['{% if %}', 7, /Expected a value/],
    ['{% if 1 %}', 11, /has no {% endif %}/],
    ['{% if 1 %}{% else %}', 21, /has no {% endif %}/],
    ['{% if 1 %}{% endfor %}', 14, /Expected elseif or else or endif, but found endfor/],
    ['{% if 1 %}{% else %}{% else %}{% endif %}', 24, /Expected endif, but found else/],
    ['{% endif %}', 4, /endif has no matching opening tag/],
    ['{% for x in y if z %}{% endfor %}', 15, /\{% for %\} can't have a condition/],
    ['{% for x of y %}{% endfor %}', 10, /Expected "in", but found of/],
    ['{% for x %}{% endfor %}', 10, /Expected "in"/],
    ['{% for 1 in y %}', 8, /Expected a name for the variable/],
    ['{% for true in y %}', 8, /Expected a name for the variable/],
    ['{% for x in [] %}x', 19, /has no {% endfor %}/],
    ['{% set not = 1 %}', 8, /Expected a name for the variable/],
    ['{% set a 1 %}', 10, /Expected = after the name/],
    ['{% set a, b = 1 %}', 17, /Expected , and a value for each name/],
    ['{% set a, b %}', 13, /Expected = after the name/],
    ['{% set a %}', 12, /has no {% endset %}/],
    ["{% include 'x' %}", 4, /The tag include isn't supported/],
    ['{% macro x() %}', 4, /The tag macro/],
    ['{% foo %}', 4, /This tag doesn't exist/],
    ['{% 1 %}', 4, /This tag doesn't exist/],
    ["{% 'endif' %}", 4, /This tag doesn't exist/],
    ['{{ {{ 1 }} }}', 4, /A key must be a name|Expected/],
    ['{{ 1 %}', 1, /no closing }}/],
    ['{% set a = 1 }} %}', 14, /Expected an operator/],
    ['{{ a[{% }}', 6, /never closed/],
  ])('%s at column %i', (source, column, message) => {
    const [problem] = problemsOf(source);
    expect(problem?.message).toMatch(message);
    expect(problem).toMatchObject({ code: 'syntax', line: 1 });
    expect(Math.abs((problem?.column ?? 0) - column)).toBeLessThanOrEqual(1);
  });

  test('an error reports the line that it is on', () => {
    expect(problemsOf('a\nb\n  {{ 1 +\n }}')[0]).toMatchObject({ line: 4, column: 2 });
    expect(problemOfStep('a\n\n{{ 1 }}{{ 1 /\n 0 }}')).toMatchObject({
      line: 3,
      column: 13,
      code: 'runtime',
    });
  });
});
