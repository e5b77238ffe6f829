import { Recent } from './recent.ts';

interface Entry<Value> {
  readonly startedMs: number;
  readonly value: Promise<Value>;
  state: 'loading' | 'loaded' | 'failed';
}

/**
 * Creates a cache for what other servers publish. Concurrent callers share one load. A failure is kept too, so callers
 * can't make Hark send more than one request per `retryMs`.
 */
export function createTimedCache<Value>({
  most,
  retryMs,
}: {
  readonly most: number;
  readonly retryMs: number;
}) {
  // Entries are kept per owner, so two servers in one process never share entries.
  const owners = new WeakMap<object, Recent<Entry<Value>>>();
  const entriesOf = (owner: object) => {
    const entries = owners.get(owner) ?? new Recent<Entry<Value>>(most);
    owners.set(owner, entries);
    return entries;
  };
  const isCurrent = ({ startedMs, state }: Entry<Value>, nowMs: number, maxAgeMs: number) =>
    state === 'loading' || nowMs - startedMs < (state === 'failed' ? retryMs : maxAgeMs);
  return {
    /** Returns a value that is younger than `maxAgeMs`. */
    load(
      owner: object,
      name: string,
      { now, maxAgeMs }: { readonly now: Date; readonly maxAgeMs: number },
      start: () => Promise<Value>,
    ): Promise<Value> {
      const entries = entriesOf(owner);
      const present = entries.get(name);
      if (present && isCurrent(present, now.getTime(), maxAgeMs)) return present.value;
      const entry: Entry<Value> = { startedMs: now.getTime(), value: start(), state: 'loading' };
      entry.value.then(
        () => {
          entry.state = 'loaded';
        },
        () => {
          entry.state = 'failed';
        },
      );
      entries.set(name, entry);
      return entry.value;
    },
  };
}
