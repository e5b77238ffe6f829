import type { Bar } from '../document.ts';

/** What each ratio should reach, and what limits it: the sentence of the weakest becomes the document's `limits`. */
export const bars: Readonly<Record<string, Bar & { readonly because: string }>> = {
  accept_vs_bare_node_64: {
    least: 0.7,
    because:
      'the checks, the token, the framework and the input cost CPU of the one process beside the same insert',
  },
  accept_vs_bare_node_256: {
    least: 0.7,
    because:
      'the checks, the token, the framework and the input cost CPU of the one process beside the same insert',
  },
  accept_vs_pgbench_64: {
    least: 0.5,
    because: 'one Node process reads every request, while pgbench only sends one prepared statement',
  },
  accept_p99_vs_bare_node: {
    most: 3,
    because:
      'at half of the bare rate our process is busy for most of the time, and requests wait for each other',
  },
  complete_vs_bare_engine: {
    least: 0.8,
    because:
      'a run is its row, its steps, a lead and its history in PostgreSQL; the engine is asked once for many of them',
  },
  sleep_rss_growth: {
    most: 1.3,
    because: 'a sleeping run is a row; the processes keep what they have taken for the most recent ones',
  },
};
