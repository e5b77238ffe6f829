/** A value that two things have differently; null where one has none. */
export interface DifferingValue {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const written = (value: unknown): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Where two values differ, as deep inside as can be told: `output.lead.email`, not the whole lead. */
export function differingValues(before: unknown, after: unknown, path = ''): DifferingValue[] {
  if (isMap(before) && isMap(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      differingValues(ownOf(before, key), ownOf(after, key), path === '' ? key : `${path}.${key}`),
    );
  }
  const [old, now] = [written(before), written(after)];
  return old === now && typeof before === typeof after ? [] : [{ path, before: old, after: now }];
}

/** Names are a stranger's: what an object inherits is none of its values. */
const ownOf = (map: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined;
