import type { Runtime } from '../run/runtime.ts';

export interface FilterSpec {
  /** How many arguments it takes, at least and at most. */
  readonly least: number;
  readonly most: number;
  run(rt: Runtime, value: unknown, args: readonly unknown[]): unknown;
}
