// Measures what a directory of cells costs in nginx, and whether a cell notices that another one is killed.
import { startLoad } from '../api/load.ts';
import { type Bar, judge, type Measured } from '../document.ts';
import type { BenchOptions } from '../options.ts';
import { measureDirectory } from './directory-cost.ts';
import { measureTwoCells } from './two-cells.ts';

const bars: Readonly<Record<string, Bar & { readonly because: string }>> = {
  killed_p99: { most: 1.2, because: 'both cells and the load generators share the same cores' },
};

const effortOf = (quick: boolean) =>
  quick
    ? { hosts: 10_000, requests: 500, rounds: 2, seconds: 4, workspaces: 50 }
    : { hosts: 100_000, requests: 5_000, rounds: 7, seconds: 12, workspaces: 50 };

export async function benchCells(
  { quick, progress }: BenchOptions,
  { hosts, requests, rounds, seconds, workspaces } = effortOf(quick),
): Promise<Measured> {
  const load = startLoad();
  try {
    progress(`nginx with up to ${hosts} hosts …`);
    const directory = await measureDirectory(load, { most: hosts, rounds, requests });
    progress('two cells, one of which is killed …');
    const two = await measureTwoCells({ rounds, seconds, workspaces });
    const ratios = { ...directory.ratios, ...two.ratios };
    return {
      suite: 'cells',
      data: { hosts, requests, rounds, two_cells: two.data },
      figures: { ...directory.figures, ...two.figures },
      ratios,
      ...judge(ratios, bars),
      wrong: [...load.wrong, ...two.wrong],
    };
  } finally {
    load.close();
  }
}
