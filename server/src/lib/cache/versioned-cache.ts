import { Recent } from './recent.ts';

interface Known<Value> {
  readonly values: Recent<Value>;
  readonly loading: Map<string, Promise<Value>>;
}

/**
 * Creates a cache whose keys include a version, such as an ID with its version number. An entry never becomes
 * stale, so nothing has to be invalidated.
 */
export function createVersionedCache<Value>(most: number) {
  // Entries are kept per owner, such as a database, so two databases in one process never share entries.
  const entries = new WeakMap<object, Known<Value>>();
  const knownTo = (owner: object) => {
    const known = entries.get(owner) ?? { values: new Recent<Value>(most), loading: new Map() };
    entries.set(owner, known);
    return known;
  };
  return {
    async load(owner: object, name: string, load: () => Promise<Value>): Promise<Value> {
      const { values, loading } = knownTo(owner);
      const present = values.get(name);
      if (present !== undefined) return present;
      const underWay = loading.get(name);
      if (underWay) return underWay;
      const begun = load().finally(() => loading.delete(name));
      loading.set(name, begun);
      const value = await begun;
      values.set(name, value);
      return value;
    },
  };
}
