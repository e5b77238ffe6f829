import { isRecord } from '../../../lib/json.ts';
import type { FilePath } from './problem.ts';

/** Where the file takes a secret (spec/provisioning §9.1). `*` matches any key or index. */
export const secretPlaces: readonly (readonly string[])[] = [
  ['secrets', '*'],
  ['secrets', '*', 'value'],
  ['users', '*', 'password'],
  ['users', '*', 'api_key'],
  ['connections', '*', 'token'],
  ['connections', '*', 'password'],
  ['connections', '*', 'value'],
  ['connections', '*', 'client_secret'],
  ['workflows', '*', 'listener', 'endpoint_secret'],
  ['workflows', '*', 'listener', 'signature', 'secret'],
  ['workflows', '*', 'listener', 'signature', 'secret', '*'],
  ['webhooks', '*', 'secret'],
].map((place) => ['workspaces', '*', ...place]);

/** A secret that is stored elsewhere. The command replaces it by the value. */
export type SecretReference = { readonly env: string } | { readonly file: string };

export const isReference = (value: unknown): value is SecretReference =>
  isRecord(value) && ['env', 'file'].some((key) => typeof value[key] === 'string' && hasOnly(value, key));

/** Written in place of a secret whose stored value is kept. */
export const keptSecret = { keep: true } as const;
export const isKept = (value: unknown): boolean =>
  isRecord(value) && value.keep === true && hasOnly(value, 'keep');

const hasOnly = (value: object, key: string) => Object.keys(value).length === 1 && Object.hasOwn(value, key);

type Replace = (value: unknown, path: FilePath) => unknown;

/** Returns a copy of the file in which the value at each place of a secret is replaced. */
export const mapSecrets = (written: unknown, replace: Replace): unknown =>
  mapAt(written, secretPlaces, [], replace);

function mapAt(
  value: unknown,
  places: readonly (readonly string[])[],
  path: FilePath,
  replace: Replace,
): unknown {
  if (places.length === 0) return value;
  const replaced = places.some((place) => place.length === 0) ? replace(value, path) : value;
  if (replaced !== value) return replaced;
  const below = (key: string) =>
    places.filter(([first]) => first === '*' || first === key).map(([, ...rest]) => rest);
  if (Array.isArray(value))
    return value.map((one, index) => mapAt(one, below(String(index)), [...path, index], replace));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapAt(one, below(key), [...path, key], replace)]),
  );
}

/** Removes the secrets that are kept, so that they count as left out. @returns the rest, and their paths */
export function removeKept(written: unknown): { rest: unknown; kept: FilePath[] } {
  const kept: FilePath[] = [];
  const rest = mapSecrets(written, (value, path) => {
    const isWhole = Array.isArray(value) && value.length > 0 && value.every(isKept);
    if (!isKept(value) && !isWhole) return value;
    // One of two secrets can't be kept alone: the list is replaced as a whole.
    if (typeof path.at(-1) === 'number') return value;
    kept.push(path);
    return path.length === secretDepth ? {} : undefined;
  });
  return { rest, kept };
}

/** The length of a path such as `workspaces[0].secrets.partner`. Without `value`, such a secret is kept. */
const secretDepth = 4;
