/**
 * Resolves when this process should stop, or its parent has died. `parent` is the id that the parent passed:
 * it can die while this process starts.
 */
export function untilStopped({ parent }: { parent?: number | undefined } = {}): Promise<void> {
  return new Promise((resolve) => {
    // SIGHUP: the terminal was closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
    if (parent === undefined) return;
    // A killed parent sends no signal: without this its children would keep running and hold the ports.
    setInterval(() => process.ppid !== parent && resolve(), 1_000).unref();
  });
}

export const parentOf = (given: string | undefined): number | undefined =>
  given === undefined ? undefined : Number(given);
