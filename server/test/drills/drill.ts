/** The result of a drill. Every sentence in `wrong` is a broken promise. */
export interface DrillDocument {
  readonly drill: string;
  readonly seconds: number;
  readonly wrong: readonly string[];
  readonly [figure: string]: unknown;
}

/** The size of a drill, and where it reports progress. */
export interface DrillOptions {
  readonly isQuick: boolean;
  /** The commit that an upgrade starts from. Default: the current one. */
  readonly from?: string | undefined;
  progress(line: string): void;
}

const shownOfEach = 5;

/** The first few entries of each kind, as sentences. */
export const sentences = (kinds: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(kinds).flatMap(([kind, entries]) => [
    ...entries.slice(0, shownOfEach).map((entry) => `${kind}: ${entry}`),
    ...(entries.length > shownOfEach ? [`${kind}: ${entries.length} in all`] : []),
  ]);

/** Runs the work. @returns how many milliseconds it took */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round(performance.now() - startedAt);
}

export const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1000);
