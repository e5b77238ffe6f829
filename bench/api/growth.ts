import { median, rounded } from '../document.ts';
import type { Population } from '../seed/shape.ts';
import type { Call } from './call.ts';
import type { Effort } from './effort.ts';
import { type Findings, latencyOf } from './figures.ts';
import { deletingCalls, type MakeCall, readingCalls, writingCalls } from './growth-calls.ts';
import type { World } from './setup.ts';
import { type Totals, tidyUp } from './totals.ts';

/** The latencies for one figure, by round, with the large workspace first. */
export class Growth {
  readonly #rounds: (readonly (readonly number[])[])[] = [];

  add(latencies: readonly (readonly number[])[]): void {
    this.#rounds.push(latencies);
  }

  figure() {
    const side = (index: number) => latencyOf(this.#rounds.flatMap((round) => round[index] ?? []));
    return { large: side(0), small: side(1), ratio: this.ratio() };
  }

  /** Returns the ratio of the medians. Each median is taken over the rounds' medians. */
  ratio(): number {
    const middle = (index: number) => median(this.#rounds.map((round) => median(round[index] ?? [])));
    return rounded(middle(0) / middle(1));
  }
}

const names = [
  ...['list', 'list_hot', 'unique_search', 'prefix_search', 'filter_city', 'filter_custom', 'filter_date'],
  ...['filter_contains', 'own_list', 'deep_page', 'create', 'edit', 'delete', 'restore'],
] as const;
const untilDone = 600;
const filters = ['filter_city', 'filter_custom', 'filter_date', 'filter_contains'] as const;

/**
 * Compares the large workspace with small ones. Measures every figure in every round, with alternating requests
 * and one connection per side.
 */
export async function measureGrowth(
  world: World,
  totals: Totals,
  { rounds, requests, maxSeconds }: Effort,
  progress: (line: string) => void,
): Promise<Findings> {
  const { large, smalls, load } = world;
  const make = { ...readingCalls(world, totals), ...writingCalls(world) };
  const growths = new Map(names.map((name) => [name as string, new Growth()]));
  const turns = (sides: Call[][], seconds = maxSeconds) => load.run({ type: 'turns', sides, seconds });
  // A workspace's names and fields are cached after its first request, on both sides.
  await turns([[], smalls.map(make.list)]);
  for (let round = 0; round <= rounds; round++) {
    progress(round === 0 ? 'growth, warming up …' : `growth, round ${round} of ${rounds} …`);
    const count = round === 0 ? Math.ceil(requests / 4) : requests;
    const drawn = Array.from({ length: count }, () => world.random.oneOf(smalls));
    const note = (name: string, latencies: readonly (readonly number[])[]) => {
      if (round > 0) growths.get(name)?.add(latencies);
    };
    for (const [name, [ofLarge, ofSmall]] of pairs(make, large, drawn))
      note(name, (await turns([ofLarge, ofSmall])).latencies);
    const [goneLarge, backLarge] = deletingCalls(
      world,
      drawn.map(() => large),
    );
    const [goneSmall, backSmall] = deletingCalls(world, drawn);
    // Send all of them, no matter how long it takes, because each deleted lead must be restored.
    note('delete', (await turns([goneLarge, goneSmall], untilDone)).latencies);
    note('restore', (await turns([backLarge, backSmall], untilDone)).latencies);
    await tidyUp(world);
  }
  return findingsOf(growths);
}

/**
 * Returns a round's calls by figure, reads before writes: the calls to the large workspace, and their
 * counterparts.
 */
function pairs(
  make: Readonly<Record<string, MakeCall>>,
  large: Population,
  drawn: readonly Population[],
): [string, [Call[], Call[]]][] {
  const inLarge = (name: string) => drawn.flatMap(() => make[name]?.(large) ?? []);
  const inSmall = (name: string, of = drawn) => of.flatMap((small) => make[name]?.(small) ?? []);
  // Use the same small workspace every time, so its pages are cached as well as the large workspace's first
  // page.
  const one = drawn.flatMap(() => drawn[0] ?? []);
  const others: Record<string, [Call[], Call[]]> = {
    list_hot: [inLarge('list'), inSmall('list', one)],
    deep_page: [inLarge('deep_page'), inLarge('list')],
  };
  return names
    .filter((name) => make[name] || others[name])
    .map((name) => [name, others[name] ?? [inLarge(name), inSmall(name)]]);
}

function findingsOf(growths: ReadonlyMap<string, Growth>): Findings {
  const ratioOf = (name: string) => growths.get(name)?.ratio() ?? Number.NaN;
  const figures = Object.fromEntries(
    [...growths].map(([name, growth]) => [`growth_${name}`, growth.figure()]),
  );
  const plain = [
    'list',
    'unique_search',
    'prefix_search',
    'create',
    'edit',
    'delete',
    'deep_page',
    'own_list',
  ];
  return {
    figures,
    ratios: {
      ...Object.fromEntries(plain.map((name) => [`growth_${name}`, ratioOf(name)])),
      growth_selective_filter: Math.max(...filters.map(ratioOf)),
    },
  };
}
