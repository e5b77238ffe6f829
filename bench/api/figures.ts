import { percentile, rounded } from '../document.ts';

export interface Latency {
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export const latencyOf = (values: readonly number[]): Latency => ({
  p50_ms: rounded(percentile(values, 0.5), 3),
  p99_ms: rounded(percentile(values, 0.99), 3),
});

/** The suite's results, by name. */
export interface Findings {
  readonly figures: Record<string, unknown>;
  readonly ratios: Record<string, number>;
}
