import { Recent } from './recent.ts';

/**
 * Remembers what was loaded under a name that never changes its meaning, such as an id with a version. Nothing has to be
 * thrown away when something changes, because then the name changes.
 */
export function createVersionedCache<Value>(most: number) {
  // Per owner, such as a database, so that two of them in one process never share.
  const entries = new WeakMap<object, Recent<Value>>();
  const knownTo = (owner: object) => {
    const known = entries.get(owner) ?? new Recent<Value>(most);
    entries.set(owner, known);
    return known;
  };
  return {
    /** What is remembered, without loading anything. */
    peek: (owner: object, name: string): Value | undefined => knownTo(owner).get(name),
    async load(owner: object, name: string, load: () => Promise<Value>): Promise<Value> {
      const known = knownTo(owner);
      const present = known.get(name);
      if (present !== undefined) return present;
      const value = await load();
      known.set(name, value);
      return value;
    },
  };
}
