import type { Context } from '../core/context/index.ts';
import { checkInstallation, type Installation } from '../core/installation/index.ts';

/** A context that opens when it is first needed, because the database may be unavailable or not migrated before. */
export interface LazyContext {
  /** Concurrent callers share one attempt. After a failed one, the next caller tries again. */
  open(): Promise<Context>;
  /** Returns undefined until the context is open. */
  present(): Context | undefined;
}

/** @param prepare runs before the context counts as open */
export function createLazyContext(
  surroundings: Pick<Context, 'db' | 'clock'>,
  installation: Installation,
  prepare: (context: Context) => Promise<void> = async () => {},
): LazyContext {
  let present: Context | undefined;
  let opening: Promise<Context> | undefined;
  const openNow = async (): Promise<Context> => {
    const context = { ...surroundings, key: await checkInstallation(surroundings.db, installation) };
    await prepare(context);
    present = context;
    return context;
  };
  return {
    async open() {
      if (present) return present;
      opening ??= openNow().finally(() => {
        opening = undefined;
      });
      return opening;
    },
    present: () => present,
  };
}
