import type { Reach } from '../../access/index.ts';

/** Which leads are changed together: those that match when it is their turn, but for some, and none that came later. */
export interface BulkOptions {
  /** As a search of the API takes them; checked against the fields when the change is asked for. */
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
  readonly except: readonly number[];
  /** The newest lead that was there. */
  readonly last: number;
  /** How far the user saw when they asked: what was not counted then is left alone. */
  readonly reach: Reach;
  /** What they get; leads that are deleted get nothing. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Which change of many leads is undone, what it did, and what it gave them. */
export interface UndoOptions {
  readonly of: number;
  readonly kind: 'edit' | 'delete';
  readonly values: Readonly<Record<string, unknown>>;
}
