/**
 * Resolves when this process should stop or its parent has exited. `parent` is the process ID that the parent
 * passed, because the parent may exit while this process starts.
 */
export function untilStopped({ parent }: { parent?: number | undefined } = {}): Promise<void> {
  return new Promise((resolve) => {
    // The system sends SIGHUP when the terminal is closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
    if (parent === undefined) return;
    // A killed parent sends no signal. Without this check, its children would keep running and occupy the
    // ports.
    setInterval(() => process.ppid !== parent && resolve(), 1_000).unref();
  });
}

export const parentOf = (given: string | undefined): number | undefined =>
  given === undefined ? undefined : Number(given);
