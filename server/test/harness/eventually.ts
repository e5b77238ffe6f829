import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Retries until the function neither throws nor returns false. After the timeout, which is long enough for a busy
 * machine and shorter than a test may take, throws the last failure.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  timeoutMs = 100_000,
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      const answer = await attempt();
      if (answer !== false) return answer as Exclude<T, false>;
      if (performance.now() > deadline) throw new Error(`Still false after ${timeoutMs} ms: ${attempt}`);
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(25);
  }
}
