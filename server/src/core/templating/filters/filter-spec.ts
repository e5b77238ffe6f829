import type { Runtime } from '../run/runtime.ts';

export interface FilterSpec {
  /** The minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
  run(rt: Runtime, value: unknown, args: readonly unknown[]): unknown;
}
