import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CustomTypeName, fieldSetOf, type LeadField } from '../../../src/core/lead-fields/index.ts';
import { readFilter } from '../../../src/core/leads/list/filter.ts';
import { readOrder } from '../../../src/core/leads/list/order.ts';
import { readFieldValue } from '../../../src/core/leads/record/lead-input.ts';
import { readPage } from '../../../src/core/paging/page.ts';
import { HarkError } from '../../../src/lib/errors.ts';

const custom = (alias: string, type: CustomTypeName, more: Partial<LeadField> = {}): LeadField => ({
  alias,
  label: alias,
  type,
  unique: false,
  required: false,
  readOnly: false,
  options: [],
  customId: 1,
  ...more,
});
const { byAlias } = fieldSetOf(
  [
    custom('external_id', 'text', { unique: true }),
    custom('budget', 'number'),
    custom('is_vip', 'boolean'),
    custom('born', 'date'),
    custom('met', 'datetime'),
    custom('size', 'select', { options: ['small', 'large'] }),
    custom('colours', 'multiselect', { options: ['red', 'blue'] }),
    custom('must', 'text', { required: true }),
  ],
  2,
);
const field = (alias: string) => byAlias.get(alias) as LeadField;

describe('a page (spec/rest-api §6.1, §6.2)', () => {
  test.each([
    [{}, 30, 0],
    [{ limit: 99 }, 99, 0],
    [{ limit: -1 }, 100, 0],
    [{ limit: '9'.repeat(20) }, 100, 0],
    [{ limit: `-${'9'.repeat(20)}` }, 100, 0],
    [{ limit: 1e300 }, 100, 0],
    [{ start: '70' }, 30, 70],
    [{ page: 0 }, 30, 0],
    [{ page: 1 }, 30, 0],
    [{ page: '3', limit: 40 }, 40, 80],
    [{ page: 2, limit: 0 }, 100, 100],
    [{ page: 2, start: 5 }, 30, 5],
  ])('%j means %i leads from offset %i', (params, limit, start) => {
    expect(readPage(params, 30)).toEqual({ limit, start });
  });

  test.each([{ limit: [] }, { start: -1 }, { page: {} }, { page: true }])('%j is rejected', (params) => {
    expect(() => readPage(params, 30)).toThrow(/must/);
  });
});

describe('a sort order (spec/rest-api §6.3)', () => {
  test.each([
    [undefined, undefined, 'id', false],
    ['score', undefined, 'score', false],
    ['-score', 'asc', 'score', false],
    ['external_id', 'asc', 'external_id', false],
    ['', '', 'id', false],
    ['id', 'ASC', 'id', false],
    ['id', 'Desc', 'id', true],
  ])('accepts order_by %s with direction %s', (orderBy, orderByDir, alias, isDescending) => {
    expect(readOrder(orderBy, orderByDir, byAlias)).toEqual({ field: field(alias), isDescending });
  });

  test.each([
    ['__proto__', undefined],
    ['owner', undefined],
    ['tags', undefined],
    [7, undefined],
    [['id'], undefined],
    ['--id', undefined],
    ['id', 'down'],
  ])('%j %j is rejected', (orderBy, orderByDir) => {
    expect(() => readOrder(orderBy, orderByDir, byAlias)).toThrow(/orderBy/);
  });
});

describe('a value (spec/rest-api §5.2)', () => {
  test.each<[string, unknown, unknown]>([
    ['first_name', 'Ann', 'Ann'],
    ['first_name', '', null],
    ['first_name', null, null],
    ['email', 'ann@acme.test', 'ann@acme.test'],
    ['score', 42, 42],
    ['budget', 12.5, 12.5],
    ['is_vip', false, false],
    ['born', '2024-02-29', '2024-02-29'],
    ['met', '2026-11-30T12:00:00+02:00', '2026-11-30T10:00:00.000Z'],
    ['size', 'small', 'small'],
    ['colours', ['red', 'red', 'blue'], ['red', 'blue']],
    ['tags', ['hot', 'näh'], ['hot', 'näh']],
    ['tags', [], null],
  ])('%s accepts %j', (alias, raw, value) => {
    expect(readFieldValue(field(alias), raw)).toEqual(value);
  });

  test.each<[string, unknown]>([
    ['first_name', 7],
    ['first_name', { a: 1 }],
    ['first_name', ['x']],
    ['first_name', 'a\u0000b'],
    ['first_name', '\ud800'],
    ['first_name', 'x'.repeat(1_001)],
    ['email', 'ann'],
    ['score', 'many'],
    ['score', 1.5],
    ['score', [1]],
    ['score', '7'],
    ['score', 1e300],
    ['budget', 'much'],
    ['budget', Number.POSITIVE_INFINITY],
    ['is_vip', 'yes'],
    ['born', '2023-02-29'],
    ['born', '2023-2-9'],
    ['met', '2026-11-30'],
    ['met', 'yesterday'],
    ['met', '9999-12-31T23:59:59-14:00'],
    ['size', 'medium'],
    ['colours', 'red'],
    ['colours', ['green']],
    ['tags', 7],
    ['tags', [{}]],
    ['tags', ['']],
    ['owner', { id: 1 }],
    ['must', ''],
    ['must', null],
  ])('%s rejects %j, naming the field', (alias, raw) => {
    expect(() => readFieldValue(field(alias), raw)).toThrow(new RegExp(`^${alias}: `));
  });
});

describe('an error message', () => {
  test.each<[string, unknown, string]>([
    ['tags', 7, 'tags: must be a list; each entry must be non-empty text.'],
    ['tags', [{}], 'tags: each entry must be non-empty text.'],
    ['tags', [''], 'tags: each entry must be non-empty text.'],
    ['colours', 'red', 'colours: must be a list; each entry must be one of red, blue.'],
    ['colours', ['green'], 'colours: each entry must be one of red, blue.'],
  ])('for %s with %j explains what a list must contain', (alias, raw, message) => {
    expect(() => readFieldValue(field(alias), raw)).toThrow(
      new HarkError('invalid', 'invalid_value', message, { field: alias }),
    );
  });

  test.each<[string, object, string]>([
    [
      'without an operator',
      { alias: 'is_vip', value: true },
      'filters: is_vip needs an operator: eq, neq, in, not_in, is_empty or is_not_empty.',
    ],
    [
      'with an unknown operator',
      { alias: 'is_vip', operator: 'like', value: true },
      'filters: is_vip has no operator "like". Use eq, neq, in, not_in, is_empty or is_not_empty.',
    ],
    [
      'with no value',
      { alias: 'email', operator: 'eq', value: null },
      'filters: email eq needs a value; use is_empty to find empty fields.',
    ],
  ])('for a filter %s explains what the filter needs', (_, filter, message) => {
    expect(() => readFilter([filter], 'all', byAlias)).toThrow(
      new HarkError('invalid', 'bad_filter', message, { field: 'filters' }),
    );
  });
});

describe('a filter (spec/rest-api §6.4)', () => {
  const is = (alias: string, operator: string, value?: unknown) => ({ alias, operator, value });
  const hundred = Array(100).fill('x');

  test('conditions and groups are parsed as written', () => {
    const filters = [
      is('score', 'gt', 5),
      { any: [is('city', 'eq', 'Bern'), { all: [is('tags', 'contains', 'hot')] }] },
    ];
    expect(readFilter(filters, 'all', byAlias)).toEqual({
      all: [
        { field: field('score'), operator: 'gt', values: [5] },
        {
          any: [
            { field: field('city'), operator: 'eq', values: ['Bern'] },
            { all: [{ field: field('tags'), operator: 'contains', values: ['hot'] }] },
          ],
        },
      ],
    });
    expect(readFilter(undefined, undefined, byAlias)).toEqual({ all: [] });
    expect(readFilter([], 'any', byAlias)).toEqual({ all: [] });
  });

  test('the legacy form is parsed to the same filter', () => {
    const older = [{ alias: 'score', value: { input: 5, operator: 'lte' } }];
    expect(readFilter(older, 'any', byAlias)).toEqual({
      any: [{ field: field('score'), operator: 'lte', values: [5] }],
    });
  });

  let deep: object = is('city', 'eq', 'x');
  for (let level = 0; level < 20; level++) deep = { all: [deep] };
  test.each<[string, unknown, unknown]>([
    ['a value that is not a list', {}, 'all'],
    ['an unknown match', [], 'some'],
    ['an unknown field', [is('none', 'eq', 1)], 'all'],
    ['a property that every object has', [is('constructor', 'eq', 1)], 'all'],
    ['an unknown operator', [is('city', 'like', 'x')], 'all'],
    ["an operator that the field doesn't support", [is('score', 'contains', '1')], 'all'],
    ['a value of another type', [is('score', 'eq', 'x')], 'all'],
    ['an empty value', [is('city', 'eq', '')], 'all'],
    ['between with one value', [is('score', 'between', [1])], 'all'],
    ['in without a list', [is('score', 'in', 1)], 'all'],
    ['an unknown key', [{ ...is('city', 'eq', 'x'), valeu: 1 }], 'all'],
    ['a group with two keys', [{ all: [], any: [] }], 'all'],
    ['groups nested too deeply', [deep], 'all'],
    ['51 conditions', Array(51).fill(is('city', 'eq', 'x')), 'any'],
    ['51 groups', Array(51).fill({ all: [] }), 'all'],
    ['51 nested groups', Array(17).fill({ all: [{ any: [{ all: [] }] }] }), 'all'],
    ['1,001 values', [...Array(10).fill(is('city', 'in', hundred)), is('city', 'eq', 'x')], 'all'],
    ['an entry that is not an object', [null], 'all'],
  ])('%s is rejected', (_, filters, match) => {
    expect(() => readFilter(filters, match, byAlias)).toThrow(HarkError);
  });

  test('50 conditions are accepted (spec/limits §2)', () => {
    expect(readFilter(Array(50).fill(is('city', 'eq', 'x')), 'any', byAlias)).toHaveProperty(
      'any.length',
      50,
    );
  });

  test('50 groups and 1,000 values are accepted (spec/limits §2)', () => {
    expect(readFilter(Array(50).fill({ all: [] }), 'all', byAlias)).toHaveProperty('all.length', 50);
    expect(readFilter(Array(10).fill(is('city', 'in', hundred)), 'all', byAlias)).toHaveProperty(
      'all.length',
      10,
    );
  });

  test('any input is parsed or rejected, without any other error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), fc.jsonValue(), (filters, match) => {
        try {
          readFilter(filters, match, byAlias);
        } catch (error) {
          expect(error).toBeInstanceOf(HarkError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
