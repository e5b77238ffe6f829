import { availableParallelism, totalmem } from 'node:os';

export interface BenchOptions {
  /** Under a minute, smaller data, same code. */
  readonly quick: boolean;
  progress(line: string): void;
}

/** What every suite prints. Only ratios measured side by side in one run are claims. */
export interface BenchDocument {
  suite: string;
  machine: { cores: number; memory_gib: number; node: string; postgres: string };
  data: Record<string, unknown>;
  figures: Record<string, unknown>;
  ratios: Record<string, number>;
  /** One sentence: what limits the weakest ratio. */
  limits: string;
}

export const machineWith = (postgres: string): BenchDocument['machine'] => ({
  cores: availableParallelism(),
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  postgres,
});

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
  console.log(document.limits);
}
