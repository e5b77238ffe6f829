import { describe, expect, test } from 'vitest';
import { problemOfStep, valueOfStep } from './render-template.ts';

const data = {
  a: 'A',
  n: 3,
  list: [3, 1, 2],
  map: { x: 1, y: 2 },
  long: 'abcdefghijklmnop',
  pair: 'a😀b',
  half: '\ud800',
  date: '2026-01-15T12:30:45Z',
  digits: '12345678901234567',
};
type Rows = [string, unknown][];
const each = (rows: Rows) =>
  test.each(rows)('%s', (template, expected) => expect(valueOfStep(template, data)).toEqual(expected));
const eachProblem = (rows: [string, string][]) =>
  test.each(rows)('%s is an error', (template, message) => {
    expect(problemOfStep(template, data)).toMatchObject({ code: 'runtime', message });
  });

describe('arithmetic', () => {
  each([
    ["{{ '3' + 4 }}", 7],
    ["{{ ' 1.5 ' * 2 }}", 3],
    ["{{ '.5' + '1e1' }}", 10.5],
    ['{{ null + true + false }}', 1],
    ['{{ 7 % 3 }}', 1],
    ['{{ 7.9 % 3.9 }}', 1],
    ['{{ -7 // 2 }}', -4],
    ['{{ -3 % 3 }}', 0],
    ['{{ now - now }}', 0],
    ['{{ __data.digits + 0 > 1 }}', true],
  ]);
  eachProblem([
    ["{{ 'a' + 1 }}", "This text isn't a number."],
    [`{{ '${'1'.repeat(65)}' + 1 }}`, "This text isn't a number."],
    ["{{ '1e999' + 1 }}", "This text isn't a number."],
    ['{{ [] + 1 }}', 'Expected a number, but this is a list.'],
    ['{{ {} * 1 }}', 'Expected a number, but this is a map.'],
    ['{{ 1 / 0 }}', 'Division by zero.'],
    ['{{ 1 // 0 }}', 'Division by zero.'],
    ['{{ 1 % 0.5 }}', 'Division by zero.'],
    ['{{ 10 ** 999 }}', 'The number is too large.'],
    ['{{ 1e308 * 10 }}', 'The number is too large.'],
    ['{{ (-8) ** 0.5 }}', 'The number is too large.'],
    ['{{ 1..10001 }}', 'A range can have at most 10000 elements.'],
  ]);
});

describe('equality follows PHP 8', () => {
  each([
    ["{{ 1 == '1' }}", true],
    ["{{ '1' == 1 }}", true],
    ["{{ 1 == '1.0' }}", true],
    ["{{ 1 == ' 1' }}", true],
    ["{{ 0 == '' }}", false],
    ["{{ 0 == 'a' }}", false],
    ["{{ 'a' == 0 }}", false],
    ["{{ '007' == '7' }}", true],
    ["{{ '1e1' == '10' }}", false],
    ["{{ '0e11111111111111' == '0e22222222222222' }}", false],
    ["{{ '1000000000000000' == '1000000000000000.0' }}", false],
    ["{{ 'a' == 'a' }}", true],
    ['{{ __data.long == "abcdefghijklmnop" }}', true],
    ['{{ __data.long == "abcdefghijklmnox" }}', false],
    ['{{ __data.long == "abcdefghijklmnopq" }}', false],
    ['{{ null == 0 }}', true],
    ["{{ null == '' }}", true],
    ["{{ '' == null }}", true],
    ["{{ null == '0' }}", false],
    ["{{ '0' == null }}", false],
    ['{{ null == [] }}', true],
    ["{{ true == 'x' }}", true],
    ['{{ false == [] }}', true],
    ['{{ true == [0] }}', true],
    ['{{ null == null }}', true],
    ['{{ [1, 2] == [1, "2"] }}', true],
    ['{{ [1, 2] == [2, 1] }}', false],
    ['{{ [1] == [1, 2] }}', false],
    ['{{ {a: 1, b: 2} == {b: 2, a: 1} }}', true],
    ['{{ {a: 1} == {b: 1} }}', false],
    ['{{ {a: 1} == {a: 1, b: 2} }}', false],
    ['{{ __data.list == __data.list }}', true],
    ['{{ __data.map == __data.map }}', true],
    ['{{ [] == {} }}', true],
    ['{{ [1] == {"0": 1} }}', false],
    ["{{ [1] == '1' }}", false],
    ['{{ now == now() }}', true],
    ['{{ now == __data.date }}', true],
    ["{{ now == 'x' }}", false],
    ['{{ now == 1768480245 }}', true],
    ['{{ 1 != 2 }}', true],
    ['{{ now == [] }}', false],
  ]);
});

describe('order follows PHP 8', () => {
  each([
    ["{{ '10' > '9' }}", true],
    ["{{ 'b' > 'a' }}", true],
    ["{{ 'a' < 'a' }}", false],
    ["{{ 'a' <= 'a' }}", true],
    ["{{ '1.0' <= '1' and '1.0' >= '1' }}", true],
    ["{{ 10 > '9' }}", true],
    ["{{ '9' < 10 }}", true],
    ["{{ 10 < 'a' }}", true],
    ["{{ 'a' > 10 }}", true],
    ['{{ null < 1 }}', true],
    ["{{ null < 'a' }}", true],
    ["{{ 'a' > null }}", true],
    ["{{ '' <= null and null <= '' }}", true],
    ['{{ true > false }}', true],
    ['{{ true >= 5 }}', true],
    ["{{ now > '2026-01-01' }}", true],
    ["{{ '2027-01-01' > now }}", true],
    ['{{ now > 5 }}', true],
    ["{{ '12345678901234567' < '12345678901234568' }}", true],
  ]);
  eachProblem([
    ['{{ [1] < [2] }}', "a list and a list can't be ordered."],
    ['{{ 1 < {} }}', "a number and a map can't be ordered."],
    ["{{ [1, 'a', [2]]|sort }}", "a list and text can't be ordered."],
  ]);
  test("comparing a date with a string that isn't a date is an error", () => {
    expect(problemOfStep("{{ now < 'soon' }}").code).toBe('runtime');
  });
});

describe('membership and substrings', () => {
  each([
    ["{{ '' in 'abc' }}", true],
    ["{{ 1 in 'a1' }}", true],
    ["{{ true in 'a1' }}", false],
    ["{{ 'x' in __data.map }}", false],
    ["{{ '2' in __data.map }}", true],
    ["{{ 'x' in __data.n }}", false],
    ["{{ 'x' in __data.nope }}", false],
    ["{{ 'x' not in [] }}", true],
    ['{{ [1] in [[1], 2] }}', true],
    ["{{ 'abc' starts with '' }}", true],
    ["{{ 'abc' starts with 'abcd' }}", false],
    ["{{ 'abc' ends with 'bc' }}", true],
    ["{{ 'abc' ends with 'ab' }}", false],
    ['{{ 123 starts with 1 }}', false],
    ["{{ __data.long ~ __data.long in __data.long ~ __data.long ~ 'x' }}", true],
    ["{{ 'A'..'C' }}", ['A', 'B', 'C']],
    ["{{ '1'..'3' }}", [1, 2, 3]],
    ['{{ 0.5..2.6 }}', [0.5, 1.5, 2.5]],
    ['{{ 3..3 }}', [3]],
  ]);
  test('searching a long repetitive text takes linear time and finds the first occurrence', () => {
    const needle = `b${'a'.repeat(5000)}`;
    const text = `${'a'.repeat(20_000)}${'a'.repeat(3000)}b${'ab'.repeat(2000)}${needle}x${needle}`;
    expect(valueOfStep('{{ __data.needle in __data.text }}', { needle, text })).toBe(true);
    expect(valueOfStep('{{ __data.needle in __data.text }}', { needle: `${needle}b`, text })).toBe(false);
    expect(valueOfStep('{{ __data.text in __data.needle }}', { needle, text })).toBe(false);
    const parts = valueOfStep('{{ __data.text|split(__data.needle) }}', { needle, text }) as string[];
    expect(parts).toEqual(text.split(needle));
    const periodic = { text: `${'abab'.repeat(3000)}abac`, needle: `${'abab'.repeat(50)}abac` };
    expect(valueOfStep('{{ __data.text|split(__data.needle)|first|length }}', periodic)).toBe(
      periodic.text.indexOf(periodic.needle),
    );
  });
});

describe('tests (spec/templates §1.2)', () => {
  each([
    ['{{ __data.list is same as([3, 1, 2]) }}', true],
    ['{{ __data.map is same as({x: 1, y: "2"}) }}', false],
    ["{{ 'a' is same as('a') }}", true],
    ['{{ null is same as(__data.nope) }}', true],
    ['{{ now is same as(now()) }}', true],
    ['{{ 1 is not same as(1) }}', false],
    ["{{ '4' is even }}", true],
    ['{{ -3 is odd }}', true],
    ["{{ 'abc' is iterable }}", false],
    ['{{ {} is iterable }}', true],
    ['{{ now is iterable }}', false],
    ['{{ __data.nope is empty }}', true],
    ["{{ '0' is empty }}", false],
    ['{{ false is empty }}', true],
    ['{{ {} is empty }}', true],
    ['{{ now is empty }}', false],
    ['{{ __data[__data.a] is defined }}', false],
    ['{{ __data.map is defined }}', true],
  ]);
});

describe('filters (spec/templates §1.3)', () => {
  each([
    ['{{ null|upper }}', ''],
    ['{{ 12|upper }}', '12'],
    ["{{ ''|capitalize }}", ''],
    ["{{ 'éCOLE'|capitalize }}", 'École'],
    ["{{ '1st  élan'|title }}", '1St  Élan'],
    ["{{ 'xxaxx'|trim('x', 'right') }}", 'xxa'],
    ["{{ '   '|trim }}", ''],
    ["{{ 'abc'|replace({}) }}", 'abc'],
    ["{{ 'abc'|replace({'': 'x'}) }}", 'abc'],
    ["{{ 'aXbXc'|replace({'X': 1}) }}", 'a1b1c'],
    ["{{ 'abcab'|replace({'a': '1', 'ab': '2', 'c': null}) }}", '22'],
    ["{{ 'hello'|replace({'z': 1, 'y': 2}) }}", 'hello'],
    ['{{ "a\\r\\nb\\rc"|nl2br }}', 'a<br />\r\nb<br />\rc'],
    ["{{ 'plain'|nl2br }}", 'plain'],
    ['{{ \'a < b <i title=">">c</i><!-- > x -->d\'|striptags }}', 'a < b cd'],
    ["{{ 'a<b'|striptags }}", 'a'],
    ["{{ 'a<'|striptags }}", 'a<'],
    ["{{ 'a<!-- x'|striptags }}", 'a'],
    ["{{ '<a b=\\'x>'|striptags }}", ''],
    ["{{ \"&'\"|e('html') }}", '&amp;&#039;'],
    ['{{ __data.nope|default }}', ''],
    ["{{ [1, 2]|first|default('x') }}", 1],
    ['{{ null|length }}', 0],
    ['{{ 1234|length }}', 4],
    ['{{ true|length }}', 1],
    ['{{ __data.map|length }}', 2],
    ['{{ __data.pair|length }}', 3],
    ['{{ __data.pair|reverse }}', 'b😀a'],
    ['{{ __data.pair|slice(1, 1) }}', '😀'],
    ['{{ __data.pair|slice(-1) }}', 'b'],
    ["{{ '😀x'|first }}", '😀'],
    ["{{ 'x😀'|last }}", '😀'],
    ["{{ ''|first ~ ''|last }}", ''],
    ['{{ []|first }}', null],
    ['{{ []|last }}', null],
    ['{{ {}|first }}', null],
    ['{{ __data.map|first }}', 1],
    ['{{ __data.map|last }}', 2],
    ['{{ __data.list|last }}', 2],
    ["{{ 'abc'|slice(0, -1) }}", 'ab'],
    ["{{ 'abc'|slice(2, -5) }}", ''],
    ["{{ 'abc'|slice(9) }}", ''],
    ['{{ [1, 2, 3]|slice(1, 1) }}', [2]],
    ['{{ [1, 2, 3]|slice(null) }}', [1, 2, 3]],
    ['{{ __data.map|slice(1) }}', { y: 2 }],
    ['{{ __data.map|reverse|keys }}', ['y', 'x']],
    ['{{ __data.map|join("-") }}', '1-2'],
    ['{{ 5|join("-") }}', '5'],
    ['{{ null|join("-") }}', ''],
    ['{{ [null, true, [1]]|join }}', '1[1]'],
    ['{{ [1]|join(",", " and ") }}', '1'],
    ["{{ 'a,b,c'|split(',', -1) }}", ['a', 'b']],
    ["{{ 'a,b,c'|split(',', 0) }}", ['a,b,c']],
    ["{{ ''|split(',') }}", ['']],
    ["{{ 'abcde'|split('', 2) }}", ['ab', 'cd', 'e']],
    ["{{ 'ab'|split(null) }}", ['a', 'b']],
    ['{{ __data.list|sort }}', [1, 2, 3]],
    ["{{ ['b', 'a']|sort }}", ['a', 'b']],
    ['{{ {a: 2, b: 1}|sort|keys }}', ['b', 'a']],
    ['{{ __data.list|keys }}', [0, 1, 2]],
    ['{{ 5|keys }}', []],
    ['{{ [1]|merge({a: 2}) }}', { 0: 1, a: 2 }],
    ['{{ {a: 1}|merge([]) }}', { a: 1 }],
    ['{{ {a: 1}|merge({a: 2}) }}', { a: 2 }],
    ["{{ '-5'|abs }}", 5],
    ['{{ (-2.5)|round }}', -3],
    ['{{ 1234|round(-2) }}', 1200],
    ["{{ 1.29|round(1, 'floor') }}", 1.2],
    ['{{ 0.0000001|round(3) }}', 0],
    ['{{ 1234567.891|number_format }}', '1,234,568'],
    ['{{ (-1234.5)|number_format(1) }}', '-1,234.5'],
    ['{{ (-0.4)|number_format }}', '0'],
    ["{{ 1234|number_format(2, null, '') }}", '1234.00'],
    ['{{ 12|number_format(-1) }}', '12'],
    ["{{ (10 ** 21)|number_format(1, '.', '') }}", '1000000000000000000000.0'],
    ["{{ (10 ** 21)|number_format(0, '.', '') }}", '1000000000000000000000'],
    ['{{ null|json_encode }}', 'null'],
    [
      '{{ [true, false, 1.5, "a\\"b", now]|json_encode }}',
      '[true,false,1.5,"a\\"b","2026-01-15T12:30:45+00:00"]',
    ],
    ['{{ "it\'s (a) *test*!"|url_encode }}', 'it%27s%20%28a%29%20%2Atest%2A%21'],
    ['{{ __data.half|url_encode }}', '%EF%BF%BD'],
    ['{{ {a: null, b: false, c: true, d: {e: [1]}}|url_encode }}', 'b=0&c=1&d%5Be%5D%5B0%5D=1'],
    ["{{ ['x', 'y']|url_encode }}", '0=x&1=y'],
    ["{{ '!!'|base64_decode }}", ''],
    [`{{ '{"a":[1,{"b":null}]}'|json_decode }}`, { a: [1, { b: null }] }],
    [`{{ ('{"id":9007199254740993}'|json_decode).id }}`, '9007199254740993'],
    [
      `{{ ('{"__proto__":{"x":1},"constructor":2}'|json_decode)|json_encode }}`,
      '{"__proto__":{"x":1},"constructor":2}',
    ],
    [`{{ ('{}'|json_decode).constructor is defined ? 'leaked' : 'none' }}`, 'none'],
    ["{{ ' 5 '|json_decode }}", 5],
    ["{{ null|date('Y') }}", '2026'],
    ["{{ 0|date('Y-m-d') }}", '1970-01-01'],
  ]);
  eachProblem([
    ["{{ 'no'|json_decode }}", 'json_decode: The JSON is invalid.'],
    ['{{ __data.missing|json_decode }}', 'json_decode: The JSON is invalid.'],
    [
      `{{ '${'['.repeat(65)}${']'.repeat(65)}'|json_decode }}`,
      'json_decode: The JSON is nested more than 64 levels deep. Send a flatter structure.',
    ],
    ['{{ {}|json_decode }}', 'json_decode needs text, but this is a map. Use join or json_encode first.'],
    ['{{ [1]|upper }}', 'upper needs text, but this is a list. Use join or json_encode first.'],
    ['{{ {}|trim }}', 'trim needs text, but this is a map. Use join or json_encode first.'],
    ["{{ 'a'|trim('x', 'up') }}", "The side to trim must be 'both', 'left' or 'right'."],
    ["{{ 'a'|replace('b') }}", "replace needs a map such as {'old': 'new'}."],
    ["{{ 'a'|e('js') }}", "e supports only 'html'. For URLs, use url_encode."],
    ['{{ now|length }}', 'A date has no length.'],
    ["{{ 'a'|slice(0.5) }}", 'slice needs whole numbers.'],
    ['{{ 5|sort }}', 'sort needs a list or a map, but this is a number.'],
    ['{{ [1]|merge(2) }}', 'merge needs lists or maps, but this is a number.'],
    ["{{ 'x'|merge([1]) }}", 'merge needs lists or maps, but this is text.'],
    ['{{ true|merge([]) }}', 'merge needs lists or maps, but this is a boolean.'],
    ['{{ null|merge([]) }}', 'merge needs lists or maps, but this is null.'],
    ["{{ 1|round(0, 'up') }}", "round supports 'common', 'ceil' and 'floor'."],
    ['{{ 1|round(99) }}', 'round supports at most 20 digits.'],
  ]);
});

test("a number that JSON can't represent, such as 1e400 in a body, is written as null", () => {
  const data = JSON.parse('{"far":1e400}');
  expect(valueOfStep('{{ __data|json_encode }}', data)).toBe('{"far":null}');
});

describe('functions', () => {
  eachProblem([
    ["{{ hashHmac('sha256', {}, 'k') }}", 'hashHmac: the data must be text, but this is a map.'],
    ["{{ hashHmac('sha256', __data.nope, 'k') }}", 'hashHmac: the data must be text, but this is null.'],
    ["{{ hashHmac('sha256', 'x', true) }}", 'hashHmac: the key must be text, but this is a boolean.'],
    ["{{ jwtEncode([1], 'k') }}", 'jwtEncode: the payload must be a map, but this is a list.'],
    ["{{ jwtEncode('x', 'k') }}", 'jwtEncode: the payload must be a map, but this is text.'],
    ["{{ jwtDecode('x', null) }}", 'jwtDecode: the key must be text, but this is null.'],
    [
      "{{ jwtEncode({exp: 'soon'}, 'k') }}",
      "'exp' must be a date such as dateAdd(now(), 5, 'minutes'), or Unix seconds.",
    ],
    ['{{ now([]) }}', 'now: the format must be text, but this is a list.'],
    ["{{ dateAdd('2026-01-01', []) }}", 'Expected a number, but this is a list.'],
  ]);
  each([
    ["{{ hashHmac('sha256', 5, 'k') == hashHmac('sha256', '5', 'k') }}", true],
    ["{{ now(null, 'UTC') is empty }}", false],
    ["{{ jwtDecode(5, 'k') }}", null],
  ]);
});
