import type { Bar } from '../document.ts';

/**
 * The target for each ratio, and a sentence that explains what limits it. The weakest ratio's sentence becomes
 * the document's `limits`.
 */
export const bars: Readonly<Record<string, Bar & { readonly because: string }>> = {
  accept_vs_bare_node_64: {
    least: 0.7,
    because:
      'the checks, the token, the framework and parsing the input cost CPU in the same process, in addition to the insert',
  },
  accept_vs_bare_node_256: {
    least: 0.7,
    because:
      'the checks, the token, the framework and parsing the input cost CPU in the same process, in addition to the insert',
  },
  accept_signed_vs_token_64: {
    least: 0.8,
    because:
      'a signature covers the whole body, so it is hashed, and the body is read again to find the delivery ID',
  },
  accept_vs_pgbench_64: {
    least: 0.5,
    because: 'one Node.js process reads every request, while pgbench only sends one prepared statement',
  },
  complete_vs_bare_engine: {
    least: 0.8,
    because:
      'each run writes its row, its steps, a lead and its history to PostgreSQL, while many runs share one call to the engine',
  },
  sleep_rss_growth: {
    most: 1.3,
    because: 'a sleeping run is only a row; the processes keep memory that they allocated for recent runs',
  },
};
