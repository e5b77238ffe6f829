/**
 * Resolves when this process is asked to end, or when its parent is gone. `parent` is the id that the parent gave: one that died
 * while this process was starting would go unnoticed otherwise.
 */
export function untilStopped({ parent }: { parent?: number | undefined } = {}): Promise<void> {
  return new Promise((resolve) => {
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
    if (parent === undefined) return;
    // A parent that was killed could not tell: without this its children would go on and hold the ports.
    setInterval(() => process.ppid !== parent && resolve(), 1_000).unref();
  });
}

/** What `--with-parent` was given. */
export const parentOf = (given: string | undefined): number | undefined =>
  given === undefined ? undefined : Number(given);
