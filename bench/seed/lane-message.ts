import type { SeedShape } from './shape.ts';

/** What a lane of the loading is told. */
export type LaneMessage =
  | { readonly type: 'open'; readonly database: string; readonly shape: SeedShape }
  | { readonly type: 'chunk'; readonly chunk: number }
  | { readonly type: 'close' };

/** Leads that are copied in one transaction. */
export const chunkSize = 20_000;
export const stepOf = (chunk: number): string => `chunk ${chunk}`;
