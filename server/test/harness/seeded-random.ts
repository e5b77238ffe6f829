/** A small seeded generator, so that failures can be reproduced. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `most`. */
  pick(most: number): number;
  /** Returns a random item from the list. */
  oneOf<T>(list: readonly T[]): T;
  /** Returns true with this probability in percent. */
  chance(percent: number): boolean;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: its low bits are random too.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (most: number) => Math.floor(next() * most);
  return {
    pick,
    oneOf: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('nothing to choose from');
      return list[pick(list.length)] as T;
    },
    chance: (percent) => next() * 100 < percent,
  };
}

/** Set HARK_SEED to reproduce a failure. Otherwise every run uses a new seed, which the test title shows. */
export const seedOfRun = Number(process.env.HARK_SEED ?? Date.now() % 2 ** 32);

/** HARK_FULL=1 enables the long run. */
export const isFullRun = process.env.HARK_FULL === '1';
