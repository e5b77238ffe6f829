import { customTypeNames } from '../../src/core/lead-fields/index.ts';
import type { Random } from '../harness/seeded-random.ts';
import { badJson, badText, badValue } from './bad-values.ts';
import type { RawRequest } from './raw-api.ts';

/** One field of each type, named after the type. */
export const customAliases = customTypeNames.map((type) => `a_${type}`);

const builtInAliases =
  'id first_name last_name email phone company website status score tags owner_id owner created_by date_added date_modified firstname'.split(
    ' ',
  );
const operators =
  'eq neq gt gte lt lte between in not_in contains not_contains begins_with not_begins_with ends_with not_ends_with is_empty is_not_empty'.split(
    ' ',
  );

const someAlias = (random: Random) =>
  random.chance(92) ? random.oneOf([...builtInAliases, ...customAliases]) : badText(random);

/** Returns a value that the field might accept, so not every request fails at the first check. */
function nearlyGood(random: Random, alias: string): unknown {
  if (/email/.test(alias)) return `x${random.pick(1_000_000)}@example.test`;
  if (/score|owner_id|number|integer|^id$/.test(alias)) return random.pick(100_000);
  if (/boolean/.test(alias)) return random.chance(50);
  const day = new Date(random.pick(10_000) * 86_400_000).toISOString();
  if (/datetime|date_/.test(alias)) return day;
  if (/date/.test(alias)) return day.slice(0, 10);
  if (/multiselect|tags/.test(alias)) return ['one'];
  return /select/.test(alias) ? 'one' : `text ${random.pick(1_000_000)}`;
}

const someValue = (random: Random, alias: string) =>
  random.chance(60) ? nearlyGood(random, alias) : badValue(random);

function badRecord(random: Random): unknown {
  if (random.chance(5)) return badValue(random);
  const aliases = Array.from({ length: 1 + random.pick(3) }, () => someAlias(random));
  return Object.fromEntries(aliases.map((alias) => [alias, someValue(random, alias)]));
}

function badFilter(random: Random, depth = 0): unknown {
  if (random.chance(5)) return badValue(random);
  if (depth < 6 && random.chance(15)) {
    const inner = Array.from({ length: random.pick(4) }, () => badFilter(random, depth + 1));
    return random.chance(80)
      ? { [random.oneOf(['all', 'any'])]: inner }
      : { all: inner, any: badValue(random) };
  }
  const alias = someAlias(random);
  const operator = random.chance(85) ? random.oneOf(operators) : badValue(random);
  const isListed = operator === 'between' || operator === 'in' || operator === 'not_in';
  const value = isListed
    ? Array.from({ length: random.oneOf([0, 1, 2, 2, 2, 100, 101]) }, () => someValue(random, alias))
    : someValue(random, alias);
  if (random.chance(10)) return { alias, value: { input: value, operator } };
  return { alias: random.chance(95) ? alias : badValue(random), operator, value };
}

function badSearch(random: Random): unknown {
  if (random.chance(5)) return badValue(random);
  const body: Record<string, unknown> = {};
  if (random.chance(90))
    body.filters = random.chance(95)
      ? Array.from({ length: random.pick(random.chance(5) ? 60 : 4) }, () => badFilter(random))
      : badValue(random);
  if (random.chance(20)) body.match = random.oneOf<unknown>(['all', 'any', badValue(random)]);
  if (random.chance(20)) body.orderBy = random.chance(50) ? someAlias(random) : badValue(random);
  if (random.chance(10)) body.orderByDir = badValue(random);
  for (const key of ['limit', 'start', 'page']) if (random.chance(10)) body[key] = badValue(random);
  if (random.chance(5)) body[badText(random)] = badValue(random);
  return body;
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 9_000);

function badQuery(random: Random): string {
  const parts = Array.from({ length: random.pick(4) }, () => {
    const name = random.chance(85)
      ? random.oneOf(['limit', 'start', 'page', 'orderBy', 'orderByDir', 'limit[]', 'limit[a]', '__proto__'])
      : encoded(badText(random));
    const value = random.chance(30)
      ? random.oneOf(['%', '%00', '%ff', '%ed%a0%80', '%u0041', '-', '--id', '1&limit=2', '9'.repeat(400)])
      : encoded(random.chance(40) ? someAlias(random) : badText(random));
    return `${name}=${value}`;
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function badId(random: Random): string {
  if (random.chance(40)) return String(random.pick(2_000));
  return random.oneOf([
    '0',
    '-1',
    '1.5',
    '1e3',
    '9'.repeat(15),
    '9'.repeat(16),
    '%00',
    '%2e%2e',
    '..',
    '%',
    encoded(badText(random)),
  ]);
}

const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset="',
  '/',
  ';',
  'x',
  '',
  'a'.repeat(5_000),
  'application/xml',
];

/** Bad headers that a client library still sends. */
function badHeaders(random: Random): [string, string][] {
  const printable = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6_000);
  const headers: [string, string][] = [];
  if (random.chance(60)) headers.push(['Content-Type', random.oneOf(contentTypes)]);
  if (random.chance(15)) headers.push(['Idempotency-Key', printable(badText(random))]);
  if (random.chance(3)) headers.push(['Idempotency-Key', 'twice'], ['Idempotency-Key', 'again']);
  if (random.chance(2)) headers.push(['Content-Encoding', random.oneOf(['gzip', 'br', 'identity', '', 'x'])]);
  if (random.chance(3)) headers.push(['Accept', printable(badText(random))]);
  if (random.chance(2)) headers.push(['Cookie', printable(badText(random))]);
  if (random.chance(2)) headers.push(['X-Request-Id', printable(badText(random))]);
  if (random.chance(2)) headers.push(['Forwarded', printable(badText(random))], ['X-Forwarded-For', '\xff']);
  if (random.chance(1)) for (let n = 0; n < 120; n++) headers.push([`X-${n}`, 'x']);
  return headers;
}

/** Picks the valid credential most of the time, and an invalid one otherwise. */
function badCredential(random: Random, good: readonly [string, string]): [string, string][] {
  if (random.chance(94)) return [[...good]];
  const bearer = `Bearer ${badText(random)
    .replace(/[^\x21-\x7e\x80-\xff]/g, '?')
    .slice(0, 3_000)}`;
  return random.oneOf<[string, string][]>([
    [['apikey', '']],
    [['apikey', '\xff\xfe']],
    [['apikey', 'a'.repeat(8_000)]],
    [['Authorization', bearer]],
    [['Authorization', 'Bearer'], [...good]],
    [
      ['Authorization', 'Bearer a'],
      ['Authorization', 'Bearer b'],
    ],
  ]);
}

type Shape = readonly [string, (random: Random) => string, ((random: Random) => unknown) | undefined];
const shapes: readonly Shape[] = [
  ['GET', (random) => `/api/leads${badQuery(random)}`, undefined],
  ['POST', (random) => `/api/leads/search${badQuery(random)}`, badSearch],
  ['POST', () => '/api/leads/search', badSearch],
  ['POST', () => '/api/leads', badSearch],
  ['POST', () => '/api/leads/new', badRecord],
  ['POST', () => '/api/leads/new', badRecord],
  ['PATCH', () => '/api/leads/edit', badRecord],
  ['GET', (random) => `/api/leads/${badId(random)}${badQuery(random)}`, undefined],
  ['GET', (random) => `/api/leads/${badId(random)}/history${badQuery(random)}`, undefined],
  ['PATCH', (random) => `/api/leads/${badId(random)}`, badRecord],
  ['PUT', (random) => `/api/leads/${badId(random)}`, badRecord],
  ['DELETE', (random) => `/api/leads/${badId(random)}`, undefined],
  ['POST', (random) => `/api/leads/${badId(random)}/restore`, badValue],
  [
    'POST',
    (random) => `/api/leads/batch/${random.oneOf(['new', 'edit', 'delete'])}`,
    (random) =>
      random.chance(90)
        ? { items: Array.from({ length: random.pick(4) }, () => badRecord(random)) }
        : { items: badValue(random) },
  ],
  ['GET', (random) => `/api/${encoded(badText(random))}`, undefined],
];

/** Creates one bad request. @param good a valid credential, used for most requests */
export function badRequest(random: Random, host: string, good: readonly [string, string]): RawRequest {
  const [method, pathOf, bodyOf] = random.oneOf(shapes);
  const isByHand = random.chance(4);
  const headers: [string, string][] = [['Host', host], ...badCredential(random, good), ...badHeaders(random)];
  if (isByHand && random.chance(50))
    headers.push(['X-Bad', random.oneOf(['\x00', '\x01', 'a\nb', '\x7f', '\r'])]);
  const path = pathOf(random);
  return {
    method: isByHand
      ? random.oneOf([method, method.toLowerCase(), 'FOO', 'PROPFIND', 'TRACE', 'QUERY'])
      : method,
    path: isByHand
      ? random.oneOf([path, `${path}\x00`, `/api//leads`, `/api/leads?a=\xff`, '*', `${path}#x`])
      : path,
    headers,
    body: bodyOf || random.chance(5) ? badJson(random, (bodyOf ?? badValue)(random)) : undefined,
    isByHand,
  };
}
