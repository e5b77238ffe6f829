/** A small generator with a seed, so that a failure can be run again. */
export interface Random {
  /** A whole number from 0 up to, but not including, `most`. */
  pick(most: number): number;
  /** One of a list. */
  oneOf<T>(list: readonly T[]): T;
  /** True so many times out of a hundred. */
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

/** HARK_SEED runs a failure again; otherwise every run has a seed of its own, which the test's title tells. */
export const seedOfRun = Number(process.env.HARK_SEED ?? Date.now() % 2 ** 32);

/** HARK_FULL=1 asks for the long run. */
export const isFullRun = process.env.HARK_FULL === '1';
