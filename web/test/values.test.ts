// How the console formats values, and what it derives from the server's data: timelines, differences, permissions.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '../src/api/call.ts';
import { allowedBy, allowedSections, allPages, areas, mainPages, sectionOf } from '../src/app/navigation.ts';
import { errorsOf } from '../src/components/fields/field-errors.ts';
import { toggled, withRange } from '../src/components/table/row-selection.ts';
import { codeTokens } from '../src/components/values/code-tokens.ts';
import { countdownOf, durationOf, durationOfMs } from '../src/components/values/duration.ts';
import { escapeBidi } from '../src/components/values/escape-bidi.ts';
import { localTime } from '../src/components/values/local-time.ts';
import { itemChanges, recordedChanges } from '../src/features/audit/field-changes.ts';
import { shownValue } from '../src/features/audit/shown-value.ts';
import { fieldText, leadName } from '../src/features/leads/field.ts';
import { typeOf } from '../src/features/leads/field-types.ts';
import { groupHistory } from '../src/features/leads/record/group-history.ts';
import { tableColumnsOf } from '../src/features/leads/table/lead-column.ts';
import { originFault } from '../src/features/listeners/settings/origin-fault.ts';
import { linesOf } from '../src/features/oauth-clients/redirect-lines.ts';
import { checksOf } from '../src/features/requests/detail/checks.ts';
import { heldBy, summaryOf, wordOf } from '../src/features/roles/permission-words.ts';
import { onTop, roleChanges } from '../src/features/roles/role-changes.ts';
import { seriesOf } from '../src/features/runs/charts/run-series.ts';
import { differingValues } from '../src/features/runs/differing-values.ts';
import { axisOf, depthOf, shareOf, withUnreached } from '../src/features/runs/steps/timeline.ts';
import { bodyOf, disconnects, pointsElsewhere, valuesOf } from '../src/features/secrets/connection.ts';
import { draftOf, groups, settingChanges, shortened } from '../src/features/workspace/draft.ts';
import { homeTexts } from '../src/texts/home.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('durations have one suitable unit, and countdowns are whole', () => {
  expect([0.4, 999, 1_000, 89_500, 3_600_000, 90_000_000].map(durationOfMs)).toEqual([
    '<1 ms',
    '999 ms',
    '1 s',
    '1.5 min',
    '1 h',
    '1 d',
  ]);
  expect([-5, 100, 7_400, 61_000].map(countdownOf)).toEqual(['0 s', '1 s', '8 s', '2 min']);
  expect(durationOf('2026-03-01T10:00:05Z', '2026-03-01T10:00:00Z')).toBe('<1 ms');
});

test('a local time has no zone, as its input expects', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(localTime('2026-03-01T20:00:00Z')).toBe('2026-03-02T01:30');
});

test('characters that change the direction of text are shown', () => {
  expect(escapeBidi('Nice \u2069\u202egnp.exe \u061c שלום')).toBe('Nice \\u2069\\u202egnp.exe \\u061c שלום');
});

test.each(['json', 'curl', 'javascript', 'python'] as const)('coloring %s loses no character', (language) => {
  for (const text of [
    '',
    '{"a": "b\\"c", "n": -1.5e3',
    "curl -X POST 'x' --data-raw 'y",
    'await fetch("x")\n',
  ]) {
    const tokens = codeTokens(text, language);
    expect(tokens.map((token) => token.text).join('')).toBe(text);
    expect(tokens.every(({ text: part, at }) => text.startsWith(part, at))).toBe(true);
  }
});

test('Shift adds all rows between two rows to the selection', () => {
  const keys = ['a', 'b', 'c', 'd'];
  expect([...withRange(new Set(['d']), keys, 'c', 'a')].sort()).toEqual(keys);
  expect([...toggled(toggled(new Set(['a']), 'b'), 'a')]).toEqual(['b']);
});

test('the error of a field is found by its path, and other errors are known', () => {
  const error = new CallError(422, {
    code: 'invalid',
    detail: 'Invalid',
    request_id: '',
    problems: [
      { path: 'inputs.0.name', message: 'must be a letter' },
      { path: '', message: 'too many' },
    ],
  });
  const { errorAt, hasOthers } = errorsOf(error);
  expect([errorAt('inputs.0'), errorAt('inputs.1'), hasOthers]).toEqual([
    'Must be a letter',
    undefined,
    true,
  ]);
  expect(errorsOf(new Error('Network')).hasOthers).toBe(true);
  expect(errorsOf(null).hasOthers).toBe(false);
});

test('values of the audit log are in words, and nested ones are indented', () => {
  expect(shownValue('is_admin', true)).toBe('on');
  expect(
    shownValue('x', { match: { by: 'email', or: ['phone', 'mobile'] }, refused: [{ line: 2 }] }),
  ).not.toMatch(/[{[]/);
  expect(shownValue('run', '00000000-0000-4000-8000-000000000000')).toBe('00000000-0000');
  expect(shownValue('x', { by: 'email' })).toBe('By: email');
});

test('an entry shows what changed, what it recorded, and what has changed since', () => {
  const viewed = {
    before: { name: 'Ann', role: 'Sales' },
    after: { name: 'Ada', role: 'Sales' },
    now: { name: 'Eve', role: 'Sales' },
    entry: { old: { run: 'a', same: 1 }, new: { run: 'a', same: 1 } },
  } as never;
  expect(itemChanges(viewed)).toMatchObject([{ key: 'name', before: 'Ann', after: 'Ada', now: 'Eve' }]);
  expect(recordedChanges(viewed).map(({ key }) => key)).toEqual(['run']);
});

test('a lead is called by its name, or else by what is known', () => {
  expect(leadName({ id: 1, first_name: 'Ada', last_name: '' })).toBe('Ada');
  expect(leadName({ id: 1, email: 'ada@x.test', company: 'Acme' })).toBe('ada@x.test');
  expect(leadName({ id: 7 })).toContain('7');
  expect([fieldText(['a', 'b']), fieldText({ name: 'Sue' }), fieldText(null)]).toEqual(['a, b', 'Sue', '']);
});

test('first and last name are one column only next to each other', () => {
  const fields = (...names: string[]) =>
    names.map((alias) => ({ alias, label: alias, type: 'text' }) as never);
  const keysOf = (...names: string[]) => tableColumnsOf(fields(...names)).map(({ key }) => key);
  expect(keysOf('email', 'first_name', 'last_name')).toEqual(['email', 'first_name last_name']);
  expect(keysOf('first_name', 'email', 'last_name')).toEqual(['first_name', 'email', 'last_name']);
});

test('the history is grouped by local day, and the changes of one run are together', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const entry = (date: string, run: string | null) => ({ date, run, changes: [] }) as never;
  const days = groupHistory([
    entry('2026-03-02T04:30:00Z', 'a'),
    entry('2026-03-02T04:20:00Z', 'a'),
    entry('2026-03-02T04:10:00Z', null),
    entry('2026-03-01T04:30:00Z', null),
  ]);
  expect(days.map(({ day, groups }) => [day, groups.map(({ entries }) => entries.length)])).toEqual([
    ['2026-03-01', [2, 1]],
    ['2026-02-28', [1]],
  ]);
});

test.each([
  ['https://shop.example, *, null', undefined],
  ['https://shop.example/', /trailing slash/],
  ['shop.example', /shop\.example/],
  ['https://*.shop.example', /\*/],
  ['https://shop.example/path', /path/],
  ['https://Shop.example', /Shop/],
])('the origins %s', (list, fault) => {
  if (fault === undefined) expect(originFault(list)).toBeUndefined();
  else expect(originFault(list)).toMatch(fault);
});

test('redirect URIs are lines without spaces around them', () => {
  expect(linesOf(' https://a.test/cb \n\n\thttp://127.0.0.1/cb')).toEqual([
    'https://a.test/cb',
    'http://127.0.0.1/cb',
  ]);
});

test('the checks before the failed one passed, and those after it did not run', () => {
  const outcomes = (reason: string, failed: string | null) =>
    checksOf(reason, failed).map(({ outcome }) => outcome);
  const expired = checksOf('invalid_or_expired', 'exp');
  expect(expired.filter(({ outcome }) => outcome === 'passed')).toHaveLength(6);
  expect(expired.find(({ outcome }) => outcome === 'failed')?.name).toBe('Not expired');
  expect(expired.filter(({ outcome }) => outcome === 'not_run')).toHaveLength(11);
  expect(outcomes('method_not_allowed', null)[0]).toBe('failed');
  expect(outcomes('malformed_json', null).at(-1)).toBe('failed');
  // The check of a sender's signature isn't the one of a token.
  expect(checksOf('wrong_signature', 'signature').find(({ outcome }) => outcome === 'failed')?.name).toBe(
    'Signature matches the body',
  );
  expect(checksOf('unknown', null)).toEqual([]);
});

const step = (name: string, position: number, more: object = {}) =>
  ({ name, path: name, position, ended_at: '2026-03-01T10:00:04Z', ...more }) as never;
const outlined = (name: string, depth = 0, is_disabled = false) => ({
  name,
  type: 'set',
  depth,
  is_disabled,
});

test('steps that did not run are after the last one written before them', () => {
  const outline = [outlined('a'), outlined('b', 1), outlined('c', 1), outlined('d')];
  const shown = withUnreached([step('a', 0), step('c', 1)], outline);
  expect(shown.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(shown.map((one) => depthOf(one, outline))).toEqual([0, 1, 1, 0]);
  // Without an outline, only loops are known.
  expect(depthOf(step('x', 0, { path: 'x#0.1' }), [])).toBe(2);
});

test('the timeline ends with the last step and has up to three round labels', () => {
  const axis = axisOf('2026-03-01T10:00:00Z', [step('a', 0)]);
  expect(axis.ticks.map(({ label }) => label)).toEqual(['0', '2 s', '4 s']);
  expect([
    shareOf(axis, axis.from - 5),
    shareOf(axis, axis.from + 1_000),
    shareOf(axis, axis.to + 5),
  ]).toEqual([0, 25, 100]);
});

test('a chart of runs has one series for each status that occurs', () => {
  const series = seriesOf({ slots: 3, counts: [{ slot: 2, status: 'failed', count: 4 }] as never });
  expect(series.map(({ name, values }) => [name, values])).toEqual([['Failed', [0, 0, 4]]]);
});

test('two runs are compared at the deepest level, also with names such as constructor', () => {
  const [one, other] = [
    { a: { b: 1, c: [1, 2] }, d: 'x' },
    { a: { b: 2, c: [1, 3] }, constructor: 'y', d: 'x' },
  ];
  expect(differingValues(one, other)).toEqual([
    { path: 'a.b', before: '1', after: '2' },
    { path: 'a.c.1', before: '2', after: '3' },
    { path: 'constructor', before: null, after: 'y' },
  ]);
  expect(differingValues({ a: '1' }, { a: 1 })).toHaveLength(1);
});

const permission = (key: string, value: 'switch' | 'reach' | 'write') =>
  ({ key, value, group: 'Leads', label: key }) as never;
const role = (more: object) =>
  ({ name: 'Sales', is_admin: false, requires_second_factor: false, permissions: {}, ...more }) as never;

test('a permission without effect counts as none, and administrators have all', () => {
  const write = permission('api.write_rest', 'write');
  expect(heldBy(role({ permissions: { 'api.write_rest': 'all' } }), write)).toBe('none');
  expect(heldBy(role({ permissions: { 'api.access_rest': true } }), write)).toBe('all');
  expect(heldBy(role({ is_admin: true }), permission('leads.view', 'reach'))).toBe('all');
  expect([wordOf({ value: 'switch' }, null), wordOf({ value: 'reach' }, undefined)]).toEqual(['no', 'none']);
  expect(summaryOf(permission('View', 'reach'), 'own')).toBe('View (own)');
  expect(summaryOf(permission('View', 'reach'), 'none')).toBeNull();
});

test("an administrator's changes are described, and applied on top of another administrator's", () => {
  const permissions = [permission('leads.view', 'reach'), permission('api.access_rest', 'switch')];
  const seen = role({});
  const wanted = role({ permissions: { 'leads.view': 'own' } });
  const present = role({ name: 'Sellers', permissions: { 'api.access_rest': true } });
  expect(roleChanges(seen, wanted, permissions)).toEqual(['Leads → leads.view: none → own']);
  expect(roleChanges(seen, present, permissions)).toHaveLength(2);
  expect(onTop(seen, wanted, present, permissions)).toEqual(
    role({ name: 'Sellers', permissions: { 'api.access_rest': true, 'leads.view': 'own' } }),
  );
});

test('the workspace sends only changed settings, and knows which retention gets shorter', () => {
  const saved = {
    name: 'Bright Lights',
    settings: {
      ...Object.fromEntries(
        Object.values(groups).flatMap((names) =>
          names.map((name) => [name, name === 'metadata_clients' ? '' : null]),
        ),
      ),
      default_page_size: 1_000,
      timezone: 'UTC',
      run_retention_days: 30,
    },
  } as never;
  const changes = (draft: object) => settingChanges(saved, { ...draftOf(saved), ...draft });
  expect(changes({})).toEqual({ body: {}, count: 0 });
  expect(changes({ name: 'Dim', default_page_size: '1,000 ', timezone: 'Europe/Vienna' })).toEqual({
    body: { name: 'Dim', settings: { timezone: 'Europe/Vienna' } },
    count: 2,
  });
  // The server reports what is wrong with a value.
  expect(changes({ default_page_size: 'many' }).body).toEqual({ settings: { default_page_size: 'many' } });
  expect(shortened(saved, { run_retention_days: '3', history_days: '5' })).toEqual([
    'run_retention_days',
    'history_days',
  ]);
  expect(shortened(saved, { run_retention_days: '' })).toEqual([]);
});

test('a connection sends what its type uses, and its secret only where it belongs', () => {
  const stored = {
    ...valuesOf(undefined),
    name: 'crm',
    type: 'oauth2',
    grant: 'authorization_code',
    origin: 'https://crm.test',
    authorize_url: 'https://crm.test/a',
    token_url: 'https://crm.test/t',
    client_id: 'hark',
    connected: true,
  } as never;
  const values = valuesOf(stored);
  expect(bodyOf(values, stored)).toEqual({});
  expect(bodyOf({ ...values, type: 'bearer', secret: 'x' }, undefined)).toEqual({
    name: 'crm',
    type: 'bearer',
    origin: 'https://crm.test',
    token: 'x',
  });
  expect(pointsElsewhere({ ...values, origin: 'https://evil.test' }, stored)).toBe(true);
  expect([pointsElsewhere, disconnects].map((check) => check({ ...values, client_id: 'b' }, stored))).toEqual(
    [false, true],
  );
  expect([pointsElsewhere, disconnects].some((check) => check({ ...values, name: 'b' }, stored))).toBe(false);
});

test('the navigation has the pages that the role allows, and each path belongs to one of them', () => {
  const sees = (acts: Record<string, string>, may_use_rest_api = false) =>
    allowedBy({
      acts: new Proxy(acts, { get: (all, act: string) => all[act] ?? 'none' }) as never,
      may_use_rest_api,
    });
  const guest = sees({ 'approvals.view': 'all' });
  expect(mainPages.filter(guest).map(({ to }) => to)).toEqual(['/', '/approvals']);
  expect(
    areas.map(({ sections }) =>
      allowedSections(sections, guest).flatMap(({ pages }) => pages.map(({ to }) => to)),
    ),
  ).toEqual([[], ['/settings/account']]);
  const seller = sees({ 'leads.view': 'own' }, true);
  expect(allPages.filter(seller).map(({ to }) => to)).toEqual([
    '/',
    '/leads',
    '/proposals',
    '/apps/api',
    '/settings/account',
  ]);
  expect(['/settings/users/3', '/', '/nowhere', '/leadsx'].map((path) => sectionOf(path).to)).toEqual([
    '/settings/users',
    '/',
    '/',
    '/',
  ]);
});

test('counts of runs agree in number', () => {
  expect([0, 1, 1200].map((count) => homeTexts.figures.ofRuns(count, ''))).toEqual([
    'of 0 runs',
    'of 1 run',
    'of 1,200 runs',
  ]);
});

test.each(['text', 'long_text', 'email'] as const)(
  'a lead shows the invisible characters in a value of type %s that change the direction of text',
  (type) => {
    const { Value } = typeOf({ type });
    const shown = renderToStaticMarkup(createElement(Value, { value: '', text: 'gpj.\u202eexe' }));
    expect(shown.replaceAll('<wbr/>', '')).toBe('gpj.\\u202eexe');
  },
);
