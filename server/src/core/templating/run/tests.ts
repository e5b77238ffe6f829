import type { Runtime } from './runtime.ts';
import { isEmpty, isList, isMap, toNumber } from './value.ts';
import { areEqual } from './walker.ts';

interface TestSpec {
  readonly count: number;
  run(rt: Runtime, value: unknown, args: readonly unknown[]): boolean;
}

const isNothing = (_: Runtime, value: unknown): boolean => value === null || value === undefined;

/** The tests that can follow `is` (spec/templates §1.2). `none` is Twig's synonym for null. */
export const tests: ReadonlyMap<string, TestSpec> = new Map<string, TestSpec>([
  ['defined', { count: 0, run: (_, value) => value !== undefined }],
  ['empty', { count: 0, run: isEmpty }],
  ['null', { count: 0, run: isNothing }],
  ['none', { count: 0, run: isNothing }],
  ['even', { count: 0, run: (_, value) => Math.trunc(toNumber(value)) % 2 === 0 }],
  ['odd', { count: 0, run: (_, value) => Math.trunc(toNumber(value)) % 2 !== 0 }],
  ['iterable', { count: 0, run: (_, value) => isList(value) || isMap(value) }],
  ['same as', { count: 1, run: (rt, value, [other]) => areEqual(rt, value, other, true) }],
]);
