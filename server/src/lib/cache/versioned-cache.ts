import { Recent } from './recent.ts';

/** What is known to one owner, and what he is about to know. */
interface Known<Value> {
  readonly values: Recent<Value>;
  readonly loading: Map<string, Promise<Value>>;
}

/**
 * Remembers what was loaded under a name that never changes its meaning, such as an id with a version. Nothing has to be
 * thrown away when something changes, because then the name changes. Who asks while it is being loaded waits for the same.
 */
export function createVersionedCache<Value>(most: number) {
  // Per owner, such as a database, so that two of them in one process never share.
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
