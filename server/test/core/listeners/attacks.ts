import { parseOwnJson } from '../../../src/lib/json.ts';
import type { Random } from '../../harness/seeded-random.ts';
import { type Data, json, multipart, urlencoded } from './requests.ts';

/** The value that an attack writes to names reserved for the service. */
export const spoofed = 'SPOOFED';

/** Reserved names that an attacker might try to set. */
export const stems = [
  '__headers',
  '__jwt_data',
  '__jwt_sub',
  '__body',
  '__raw',
  '__data',
  '__proto__',
  '__',
  '__x',
  '___',
];
const endings = [
  '',
  '',
  '',
  '[]',
  '[__jwt_data][0][order_id]',
  '.__jwt_data.0.order_id',
  '[0]',
  '[constructor]',
  ' ',
  '\u0000',
  '.x',
];
const nameOf = (random: Random) => `${random.oneOf(stems)}${random.oneOf(endings)}`;

/** These functions spell a name in another way that the input's parser reads as the same name. */
const inJson = (random: Random, name: string) => {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return [...name]
    .map((letter) => (random.chance(30) ? escaped(letter) : JSON.stringify(letter).slice(1, -1)))
    .join('');
};
const inUrl = (random: Random, name: string) =>
  [...name]
    .map((letter) =>
      random.chance(30)
        ? `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
        : encodeURIComponent(letter),
    )
    .join('');
const inHeader = (random: Random, name: string) =>
  [...name.replace(/[^\w-]/g, '-')]
    .map((letter) => (random.chance(50) ? letter.toUpperCase() : letter))
    .join('');

const trees = [
  `"${spoofed}"`,
  `["${spoofed}"]`,
  `{"__jwt_data":[{"order_id":"${spoofed}"}],"__jwt_sub":["${spoofed}"]}`,
  `{"__proto__":{"order_id":"${spoofed}"}}`,
  `{"constructor":{"prototype":{"order_id":"${spoofed}"}}}`,
];

/** Generates one attack through one or several inputs. */
export function attack(random: Random) {
  const names = Array.from({ length: 1 + random.pick(3) }, () => nameOf(random));
  const innocent: [string, string][] = random.chance(50) ? [['name', 'Ann']] : [];
  const fields = [...innocent, ...names.map((name): [string, string] => [name, spoofed])];
  const encoded = () => fields.map(([name, value]) => `${inUrl(random, name)}=${value}`).join('&');
  const object = () => {
    const members = innocent.map(([name, value]) => `"${name}":"${value}"`);
    for (const name of names)
      members.splice(random.pick(members.length + 1), 0, `"${inJson(random, name)}":${random.oneOf(trees)}`);
    return `{${members.join(random.oneOf([',', ' , ']))}}`;
  };
  const bodies = [
    (): [string, string] => [
      object(),
      random.oneOf([json, 'Application/JSON;charset=x', 'application/a+json']),
    ],
    (): [string, string] => [encoded(), urlencoded],
    (): [Buffer, string] => multipart(fields),
    (): [string, string | undefined] => ['', undefined],
  ];
  const [body, type] = random.oneOf(bodies)();
  const headers = random.chance(50) ? names.flatMap((name) => [inHeader(random, name), spoofed]) : [];
  return { body, type, headers, query: random.chance(50) ? encoded() : '' };
}

/** Returns the top-level names in `__data` that begin with `__`, and the entries of `__headers` whose names do. */
export function reservedIn(text: string): [string, string] {
  const data = parseOwnJson(text) as Data;
  const outer = Object.keys(data).filter((name) => name.startsWith('__'));
  const inner = Object.entries(data.__headers as Data).filter(([name]) => name.startsWith('__'));
  return [outer.join(), inner.length === 0 ? '' : JSON.stringify(inner)];
}
