/**
 * Remembers what was loaded under a name that never changes its meaning, such as an id with a version. Nothing has to be
 * thrown away when something changes, because then the name changes; the oldest entries make room.
 */
export function createVersionedCache<Value>(most: number) {
  // Per owner, such as a database, so that two of them in one process never share.
  const entries = new WeakMap<object, Map<string, Value>>();
  return async (owner: object, name: string, load: () => Promise<Value>): Promise<Value> => {
    const known = entries.get(owner) ?? new Map<string, Value>();
    entries.set(owner, known);
    const present = known.get(name);
    if (present !== undefined) return present;
    const value = await load();
    if (known.size >= most) known.delete(known.keys().next().value ?? '');
    known.set(name, value);
    return value;
  };
}
