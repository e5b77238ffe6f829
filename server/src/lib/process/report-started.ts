import { flushCompileCache } from 'node:module';

/**
 * Makes restarts of this process fast: stores the compiled modules for its replacement, because a killed process
 * can't, and tells the supervisor, if there is one, that the start succeeded.
 */
export function reportStarted(): void {
  flushCompileCache();
  // The supervisor may have exited, which this process notices elsewhere.
  process.send?.('started', undefined, undefined, () => {});
}
