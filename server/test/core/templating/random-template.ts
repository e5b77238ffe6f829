import fc from 'fast-check';
import { filters } from '../../../src/core/templating/filters/filter-table.ts';
import { functions } from '../../../src/core/templating/function-table.ts';

const names = ['a', 'b', 'item', '__proto__', 'constructor', 'list', 'text', 'n', '0', 'length'];
const variables = ['__data', 'workspace', 'now', 'x', 'y', 'secrets.s'];
const operators = [
  'or',
  'and',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not in',
  'starts with',
  'ends with',
  '..',
  '+',
  '-',
  '~',
  '*',
  '/',
  '//',
  '%',
  '**',
  '??',
  '?:',
];
const tests = ['defined', 'empty', 'null', 'none', 'even', 'odd', 'iterable', 'same as(1)', "same as('a')"];
const words = [
  "'a'",
  "'1'",
  "''",
  '"x,y"',
  "'days'",
  "'sha256'",
  "'HS256'",
  "'Y-m-d'",
  "'2026-01-31'",
  "'P1D'",
  "'ü😀'",
  "'\\n<b>'",
];

const pick = (list: readonly string[]) => fc.constantFrom(...list);

/** Generates mostly valid expressions, so that they get far enough to run. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const called = (table: ReadonlyMap<string, { least: number; most: number }>) =>
    fc
      .constantFrom(...table)
      .chain(([name, { least, most }]) =>
        fc.array(inner, { minLength: least, maxLength: most }).map((list) => `${name}(${list.join(', ')})`),
      );
  const args = fc.array(inner, { maxLength: 3 }).map((list) => list.join(', '));
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      pick([...variables, ...words, '0', '1', '2.5', '-3', '1e15', 'true', 'false', 'null', '[]', '{}']),
      fc
        .tuple(pick(variables), fc.array(pick(names), { maxLength: 3 }))
        .map(([root, parts]) => [root, ...parts].join('.')),
      fc.tuple(inner, pick(operators), inner).map((parts) => parts.join(' ')),
      fc.tuple(inner, pick(operators), inner).map((parts) => `(${parts.join(' ')})`),
      fc.tuple(inner, called(filters)).map(([of, call]) => `(${of})|${call.replace('()', '')}`),
      called(functions),
      fc
        .tuple(inner, fc.boolean(), pick(tests))
        .map(([of, not, test]) => `(${of}) is ${not ? 'not ' : ''}${test}`),
      fc.tuple(inner, inner, inner).map(([test, then, otherwise]) => `(${test} ? ${then} : ${otherwise})`),
      fc.tuple(pick(['not ', '-', '+']), inner).map((parts) => parts.join('')),
      args.map((list) => `[${list}]`),
      fc
        .array(fc.tuple(pick(names.filter((name) => name !== '0')), inner), { maxLength: 3 })
        .map((entries) => `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`),
      fc.tuple(inner, inner).map(([of, key]) => `(${of})[${key}]`),
    ),
  };
});

const { body } = fc.letrec<{ body: string; statement: string }>((tie) => ({
  statement: fc.oneof(
    { depthSize: 'small' },
    fc.string({ maxLength: 5 }),
    expression.map((of) => `{{ ${of} }}`),
    fc.tuple(pick(['x', 'y']), expression).map(([name, value]) => `{% set ${name} = ${value} %}`),
    fc.tuple(pick(['x', 'y']), tie('body')).map(([name, inner]) => `{% set ${name} %}${inner}{% endset %}`),
    fc
      .tuple(expression, tie('body'), tie('body'))
      .map(([test, then, other]) => `{% if ${test} %}${then}{% else %}${other}{% endif %}`),
    fc
      .tuple(expression, tie('body'))
      .map(([of, inner]) => `{% for y, x in ${of} %}${inner}{{ loop.index }}{% endfor %}`),
    fc
      .tuple(expression, tie('body'))
      .map(([of, inner]) => `{%- for x in ${of} ~%}${inner}{% set y = [y, x, y] %}{% endfor %}`),
  ),
  body: fc.array(tie('statement') as fc.Arbitrary<string>, { maxLength: 4 }).map((list) => list.join('')),
}));

/** Generates language fragments in random order, which are almost never valid. */
const rubble = fc
  .array(
    pick([
      '{{',
      '}}',
      '{%',
      '%}',
      '{#',
      '#}',
      '-',
      '~',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '|',
      '.',
      ',',
      ':',
      '?',
      '"',
      "'",
      '\\',
      ' ',
      '\n',
      ...operators,
      ...names,
      ...variables,
      'if',
      'for',
      'set',
      'endif',
      'else',
      'is',
      'not',
      ...filters.keys(),
    ]),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

/** Generates templates of every kind. */
export const anyTemplate = fc.oneof(
  { weight: 4, arbitrary: expression.map((of) => `{{ ${of.replaceAll(/\b[xy]\b/g, 'now')} }}`) },
  { weight: 5, arbitrary: body.map((text) => `{% set x, y = 1, [2] %}${text}`) },
  { weight: 1, arbitrary: rubble },
);

/** Generates data that a caller might send. */
export const anyData = fc.oneof(
  fc.record({
    a: fc.jsonValue({ maxDepth: 3 }),
    b: fc.jsonValue(),
    list: fc.array(fc.jsonValue({ maxDepth: 1 })),
    text: fc.string({ unit: 'binary' }),
    n: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  }),
  fc.jsonValue(),
);
