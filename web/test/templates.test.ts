// What the builder offers and shows for templates: values by name, completions, filters of a search, and summaries.
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { completeTemplate } from '../src/components/template-editor/complete-template.ts';
import { languageWords } from '../src/components/template-editor/language-words.ts';
import { templateLanguage } from '../src/components/template-editor/template-language.ts';
import type { TemplateWords } from '../src/components/template-editor/template-words.ts';
import { labelOfValue, readTemplate } from '../src/components/template-editor/value-label.ts';
import { describeStep, settingLabel } from '../src/features/workflows/builder/edit/describe-step.ts';
import { dataGroups, sampleText } from '../src/features/workflows/builder/fields/data-groups.ts';
import {
  filtersIn,
  withOperator,
  withText,
} from '../src/features/workflows/builder/fields/search-filters.ts';
import { overwritten, withValue } from '../src/features/workflows/builder/fields/setting-value.ts';
import type { WrittenStep } from '../src/features/workflows/builder/step-tree.ts';
import { inputOf, readObject } from '../src/features/workflows/trial/sample.ts';
import { outcomeOf } from '../src/features/workflows/trial/step-outcome.ts';

const word = (name: string, signature = name) => ({ name, signature, about: '' });
const language = {
  functions: [word('max', 'max(…)'), word('range', 'range(from, to)')],
  filters: [word('upper'), word('join', 'join(glue)')],
  tests: [word('empty')],
  tags: [word('if')],
};
const words = languageWords({ ...language, secrets: ['partner'] } as never);
const withData = {
  ...words,
  variables: [
    word('__data.email'),
    word('__data.first_name'),
    word('steps.find.output.email'),
    ...words.variables,
  ],
};

/** Returns what is offered at the end of a text. */
const offered = (text: string, given: TemplateWords = withData, isExplicit = false) =>
  completeTemplate(
    given,
    new CompletionContext(EditorState.create({ doc: text }), text.length, isExplicit),
  )?.options.map(({ label }) => label);

test('outside of braces only braces are offered, and only on request', () => {
  expect(offered('Hello ')).toBeUndefined();
  expect(offered('Hello ', withData, true)).toEqual(['{{  }}', '{%  %}']);
  expect(offered('Hello {{ now }} ')).toBeUndefined();
});

test('values come before functions, and are found by path and by name', () => {
  expect(offered('{{ ')).toEqual([...withData.variables.map(({ name }) => name), 'max', 'range']);
  expect(offered('{{ first')).toEqual(['__data.first_name']);
  expect(offered('{{ __data.first')).toEqual(['__data.first_name']);
  expect(offered('{{ request')).toEqual(['__data.email', '__data.first_name']);
  expect(offered('{{ secr')).toEqual(['secrets.partner']);
  // A setting can read neither the request nor secrets, so they aren't offered.
  expect(offered('{{ ', languageWords(language as never))).not.toContain('secrets.partner');
  expect(offered("{{ 'now")).toBeUndefined();
});

test('filters, tests and tags are offered where they can be used', () => {
  expect(offered('{{ now|')).toEqual(['upper', 'join']);
  expect(offered('{{ now is not ')).toEqual(['empty']);
  expect(offered('{% ')).toEqual(['if']);
});

test.each([
  ['__data.email', 'Request body › email'],
  ['steps.call.output.body.score', 'Call › body › score'],
  ['steps.find_customer.output', 'Find customer › output'],
  ['secrets.partner', 'Secrets › partner'],
  ['item', 'item'],
])('%s is called “%s”', (path, label) => {
  expect(labelOfValue(path)).toBe(label);
});

test.each([
  ['{{ __data.score >= 70 }}', 'score is at least 70'],
  ['Hello {{ __data.name }}', 'Hello {name}'],
  ['{{ steps.call.output.status != 200 }}', "Call › status isn't 200"],
  ['{{ a }} and {{ b }}', '{a} and {b}'],
])('%s is read as “%s”', (template, text) => {
  expect(readTemplate(template)).toBe(text);
});

test('a card has the type and a summary of its settings, cut if it is long', () => {
  const url = { name: 'call', type: 'http.request', method: 'GET', url: 'https://a.test/{{ __data.id }}' };
  expect(describeStep(url)).toContain('a.test/{id}');
  expect(describeStep({ ...url, url: `https://${'a'.repeat(200)}.test` }).length).toBeLessThan(100);
  const branch = { name: 'check', type: 'branch', if: '{{ __data.email }}' };
  expect(describeStep(branch)).toMatch(/^If .*email is set$/);
  // The step fails, because this is text.
  expect(describeStep({ ...branch, if: 'email' })).toBe("“email” isn't an expression");
  expect(describeStep({ name: 'x', type: 'unknown' })).not.toBe('');
  expect(settingLabel('lead.create', 'fields.email')).toMatch(/ › email$/);
});

const step = (name: string, type: string, more: object = {}): WrittenStep => ({ name, type, ...more });
const builder = {
  steps: [
    step('find_lead', 'lead.find'),
    step('note', 'set', { values: { score: '1', 'not a name': '2' } }),
    step('call', 'http.request'),
    step('end', 'stop', { on_error: { steps: [step('why', 'set')] } }),
  ],
  input: {
    email: 'ann@x.test',
    order: { lines: [{ sku: 'lamp' }], 'odd key': 1 },
    __headers: { host: 'x' },
    __raw: '',
  },
  outputs: { find_lead: { id: 7 } },
  language: { ...language, secrets: ['partner'] } as never,
};
const pathsIn = (
  at: Parameters<typeof dataGroups>[1],
  label: string,
  loops = [] as { as: string; items: unknown }[],
) =>
  dataGroups(builder, at, loops)
    .find((group) => group.label === label)
    ?.values.map(({ path }) => path);

test('a field can use the request, the results of earlier steps, variables, headers and secrets', () => {
  expect(dataGroups(builder, [3, 'message'], []).map(({ label }) => label)).toEqual([
    'Request body',
    'Find lead',
    'Call',
    'Variables',
    'Request headers',
    'Secrets',
    'Time, run, and workspace',
  ]);
  expect(pathsIn([3, 'message'], 'Request body')).toEqual([
    '__data.email',
    '__data.order',
    '__data.order.lines',
    '__data.order.lines.0',
    '__data.order.lines.0.sku',
    '__data.order["odd key"]',
  ]);
  expect(pathsIn([3, 'message'], 'Find lead')).toEqual(['steps.find_lead.output.id']);
  // The step hasn't run in the sample, so only what its type returns is known.
  expect(pathsIn([3, 'message'], 'Call')).toEqual(
    ['status', 'body', 'headers'].map((key) => `steps.call.output.${key}`),
  );
  expect(pathsIn([3, 'message'], 'Variables')).toEqual(['__data.score']);
  expect(pathsIn([0, 'match'], 'Find lead')).toBeUndefined();
  expect(pathsIn([3, 'on_error', 0, 'values'], 'Failure')).toContain('error.message');
  const items = pathsIn([2, 'url'], 'line', [{ as: 'line', items: '{{ __data.missing }}' }]);
  expect(items).toEqual(['line']);
});

test.each([
  [undefined, ''],
  [[1, 2], '2 items'],
  [{ a: 1 }, '1 value'],
  [false, 'false'],
])('a sample of %j is shown as “%s”', (value, text) => {
  expect(sampleText(value)).toBe(text);
});

test('filters are rows unless one of them has a group or an odd value', () => {
  const row = { alias: 'company', operator: 'in', value: ['Acme', 'Osei & Sons'] };
  expect([filtersIn(undefined), filtersIn([row])]).toEqual([[], [row]]);
  for (const other of [
    '{{ filters }}',
    [{ any: [row] }],
    [{ ...row, more: 1 }],
    [{ alias: 'score', operator: 'between', value: [1] }],
    [{ alias: 'company', operator: 'eq', value: ['Acme'] }],
    [{ alias: 'company', operator: 'is_empty', value: '' }],
  ])
    expect(filtersIn(other)).toBeUndefined();
});

test('a filter keeps its value when its operator changes, as far as it can', () => {
  const row = (operator: string, value?: unknown) => ({
    alias: 'score',
    operator,
    ...(value === undefined ? {} : { value }),
  });
  expect(withOperator(row('eq', 'a'), 'in')).toEqual(row('in', ['a']));
  expect(withOperator(row('in', ['a', 'b']), 'eq')).toEqual(row('eq', 'a, b'));
  expect(withOperator(row('eq', 5), 'between')).toEqual(row('between', [5, '']));
  expect(withOperator(row('between', [5, 9]), 'gte')).toEqual(row('gte', '5'));
  expect(withOperator(row('eq', 'a'), 'is_empty')).toEqual(row('is_empty'));
  expect(withText('in', [], 'Acme, Osei & Sons')).toEqual(['Acme', 'Osei & Sons']);
  expect(withText('in', [], '{{ __data.names }}')).toBe('{{ __data.names }}');
});

test('a typed value keeps the kind of the old one, and an empty optional setting is removed', () => {
  expect([
    overwritten(5, '6'),
    overwritten([1], '[2]'),
    overwritten('5', '6'),
    overwritten(5, '{{ x }}'),
  ]).toEqual([6, [2], '6', '{{ x }}']);
  const retry = { kind: 'number', part: 'max_attempts', isOptional: true } as const;
  const call = { name: 'call', retry: { max_attempts: 3 } };
  expect(withValue(call, 'retry', retry, 5)).toEqual({ name: 'call', retry: { max_attempts: 5 } });
  expect(withValue(call, 'retry', retry, '')).toEqual({ name: 'call' });
});

test('only a JSON object is a sample, and a test says what each step did', () => {
  expect([
    readObject(''),
    readObject('{"a":1}'),
    readObject('[1]'),
    readObject('nonsense'),
    readObject('null'),
  ]).toEqual([{}, { a: 1 }, undefined, undefined, undefined]);
  expect(inputOf({ kind: 'data', text: '[1]' })).toBeUndefined();
  const outcome = (type: string, output: unknown) =>
    outcomeOf({ type, output: JSON.stringify(output), error: null });
  expect(outcome('lead.find', { id: 7, first_name: 'Ada', last_name: 'First' })).toContain('Ada First');
  expect(outcome('lead.find', null)).toBe(outcome('lead.search', { total: 0 }));
  expect(outcome('branch', { taken: 'then' })).not.toBe(outcome('branch', { taken: 'else' }));
  expect(outcomeOf({ type: 'lead.find', output: '{"id":7,"first', error: null })).not.toContain('undefined');
});

test('filters and functions have their own color', () => {
  const source = '{{ name|upper ~ max(1) }}';
  const found: [string, string][] = [];
  const highlighter = tagHighlighter([
    { tag: tags.function(tags.variableName), class: 'function' },
    { tag: tags.variableName, class: 'variable' },
  ]);
  highlightTree(templateLanguage.parser.parse(source), highlighter, (from, to, kind) =>
    found.push([source.slice(from, to), kind]),
  );
  expect(found).toEqual([
    ['name', 'variable'],
    ['upper', 'function'],
    ['max', 'function'],
  ]);
});
