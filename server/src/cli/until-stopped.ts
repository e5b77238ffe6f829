/** Resolves when this process is asked to end, or when the `hark up` that started it is gone. */
export function untilStopped({ withParent = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    if (!withParent) return;
    const parent = process.ppid;
    // A parent that was killed could not tell: without this its children would go on and hold the ports.
    setInterval(() => process.ppid !== parent && resolve(), 1_000).unref();
  });
}
