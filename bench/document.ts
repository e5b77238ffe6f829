import { availableParallelism, totalmem } from 'node:os';
import type { Administrator } from '../server/test/harness/scratch-database.ts';

/** What a suite measures. Publish only its ratios: both sides of a ratio were measured in the same run. */
export interface Measured {
  suite: string;
  data: Record<string, unknown>;
  figures: Record<string, unknown>;
  ratios: Record<string, number>;
  /** The target for each ratio, and whether it was reached. */
  bars?: Record<string, Bar & { reached: boolean }>;
  /** One sentence that explains what limits the weakest ratio. */
  limits: string;
  /** Unexpected responses. A single one fails the run. */
  wrong?: readonly string[];
}

interface Machine {
  readonly cores: number;
  readonly memory_gib: number;
  readonly node: string;
  /** The settings of the database server that affect the figures, by name. */
  readonly postgres: Readonly<Record<string, string>>;
}

/** The target of a ratio. */
export interface Bar {
  readonly least?: number;
  readonly most?: number;
}

const postgresSettings = [
  'server_version',
  'shared_buffers',
  'max_connections',
  'autovacuum',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_level',
  'wal_compression',
  'max_wal_size',
  'checkpoint_timeout',
];

export async function readMachine(client: Administrator): Promise<Machine> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [postgresSettings],
  );
  return {
    cores: availableParallelism(),
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}

/**
 * Compares ratios with their targets. The weakest ratio is the one with the smallest margin, or the one that
 * misses its target by the most.
 */
export function judge(
  ratios: Readonly<Record<string, number>>,
  bars: Readonly<Record<string, Bar & { because: string }>>,
): Required<Pick<Measured, 'bars' | 'limits'>> {
  const judged = Object.entries(bars).map(([name, { because, ...bar }]) => {
    const ratio = ratios[name] ?? Number.NaN;
    const spare = bar.least === undefined ? (bar.most ?? 0) / ratio : ratio / bar.least;
    return { name, bar, because, ratio, spare, reached: spare >= 1 };
  });
  const weakest = judged.reduce((one, other) =>
    other.spare < one.spare || Number.isNaN(other.spare) ? other : one,
  );
  const wanted =
    weakest.bar.least === undefined ? `at most ${weakest.bar.most}` : `at least ${weakest.bar.least}`;
  return {
    bars: Object.fromEntries(judged.map(({ name, bar, reached }) => [name, { ...bar, reached }])),
    limits: `${weakest.name} is ${weakest.ratio}, the target is ${wanted}: ${weakest.because}.`,
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

export function printDocument(document: Measured & { machine: Machine }, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify(document, null, 2));
    return;
  }
  console.log(JSON.stringify(document.machine));
  console.log(`${document.suite}: ${JSON.stringify(document.data)}`);
  console.table(document.figures);
  console.table(document.ratios);
  if (document.bars) console.table(document.bars);
  console.log(document.limits);
  for (const answer of document.wrong ?? []) console.log(`WRONG: ${answer}`);
}
