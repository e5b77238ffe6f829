/** A value that differs. `before` or `after` is null if that side has no value. */
export interface DifferingValue {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const written = (value: unknown): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Finds differences at the deepest possible level, such as `output.lead.email` instead of the whole lead. */
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

/** Reads only the object's own properties: the keys are untrusted and could be names such as `constructor`. */
const ownOf = (map: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined;
