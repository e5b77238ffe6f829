import { availableParallelism, totalmem } from 'node:os';
import type { Administrator } from '../server/test/harness/scratch-database.ts';

/** What every suite prints. Only ratios measured side by side in one run are claims. */
export interface BenchDocument {
  suite: string;
  machine: { cores: number; memory_gib: number; node: string; postgres: string };
  data: Record<string, unknown>;
  figures: Record<string, unknown>;
  ratios: Record<string, number>;
  /** What each ratio should reach, and whether it did. */
  bars?: Record<string, Bar & { reached: boolean }>;
  /** One sentence: what limits the weakest ratio. */
  limits: string;
  /** Answers that were not what they must be; any of them fails the run. */
  wrong?: readonly string[];
}

/** What a ratio should reach. */
export interface Bar {
  readonly least?: number;
  readonly most?: number;
}

export const machineWith = (postgres: string): BenchDocument['machine'] => ({
  cores: availableParallelism(),
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  postgres,
});

export async function readServerVersion(client: Administrator): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

/** Holds ratios against their bars. The weakest is the one that has the least to spare, or misses most. */
export function judge(
  ratios: Readonly<Record<string, number>>,
  bars: Readonly<Record<string, Bar & { because: string }>>,
): Required<Pick<BenchDocument, 'bars' | 'limits'>> {
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
    limits: `${weakest.name} is ${weakest.ratio}, wanted is ${wanted}: ${weakest.because}.`,
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

export function printDocument(document: BenchDocument, asJson: boolean): void {
  if (asJson) {
    console.log(JSON.stringify(document, null, 2));
    return;
  }
  console.log(`${document.suite}: ${JSON.stringify(document.data)}`);
  console.table(document.figures);
  console.table(document.ratios);
  if (document.bars) console.table(document.bars);
  console.log(document.limits);
  for (const answer of document.wrong ?? []) console.log(`WRONG: ${answer}`);
}
