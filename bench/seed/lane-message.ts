import type { SeedShape } from './shape.ts';

/** A message to a loading process. */
export type LaneMessage =
  | { readonly type: 'open'; readonly database: string; readonly shape: SeedShape }
  | { readonly type: 'chunk'; readonly chunk: number }
  | { readonly type: 'close' };

/** How many leads are copied in one transaction. */
export const chunkSize = 20_000;
export const stepOf = (chunk: number): string => `chunk ${chunk}`;
