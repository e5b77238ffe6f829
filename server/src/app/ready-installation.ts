import { hostname } from 'node:os';
import type { Context } from '../core/context/index.ts';
import { type Installation, newerVersionOf, pingDatabase } from '../core/installation/index.ts';
import { applyFirstWorkspace } from '../core/provisioning/index.ts';
import {
  findWorkspaceByHost,
  findWorkspaceByListenerHost,
  hasWorkspace,
  parseBaseUrl,
  type Workspace,
} from '../core/workspaces/index.ts';
import { fault, HarkError, invalid, isOutage, messageOf, unavailable } from '../lib/errors.ts';
import type { Logger } from '../lib/log.ts';
import { createLazyContext } from './lazy-context.ts';

/**
 * Lets a server start while its database is unavailable or not migrated. Every request and probe checks again
 * until the installation is ready; nothing is read from the database before then.
 */
export function createReadyInstallation(
  surroundings: Pick<Context, 'db' | 'clock'>,
  installation: Installation,
  baseUrl: string | undefined,
) {
  const first = baseUrl === undefined ? undefined : firstWorkspaceAt(baseUrl);
  const { open, present } = createLazyContext(surroundings, installation, async (context) => {
    if (first && !(await hasWorkspace(context))) await makeFirst(context, first);
  });
  const requireKey = () => {
    const context = present();
    if (!context) throw fault('not_ready', 'The installation key was used before the database was ready.');
    return context.key;
  };

  const readyContext = (): Promise<Context> =>
    open().catch((error) => {
      // The log tells the operator the reason; the caller doesn't see it.
      throw unavailable('starting', "Hark isn't ready yet. Try again shortly.", error);
    });

  return {
    /** Checks once. A temporary problem is only logged; a permanent one (a wrong key) fails the start. */
    async start(logger: Logger): Promise<void> {
      try {
        const { db } = await open();
        const newerVersion = await newerVersionOf(db);
        if (newerVersion !== undefined)
          logger.info({ newer_version: newerVersion }, 'database was migrated by a newer version');
      } catch (error) {
        if (!isOutage(error)) throw error;
        logger.warn({ reason: messageOf(error) }, 'starting without the database');
      }
    },
    async check(): Promise<void> {
      const context = present();
      if (context) await pingDatabase(context.db);
      else await open();
    },
    async findWorkspace(host: string): Promise<Workspace | undefined> {
      return findWorkspaceByHost(await readyContext(), host);
    },
    async findListenerWorkspace(host: string): Promise<Workspace | undefined> {
      return findWorkspaceByListenerHost(await readyContext(), host);
    },
    /** Used by routes that exist before the first workspace. */
    readyContext,
    /** Returns undefined while the database is unavailable. */
    present,
    /** Creates the context for all use cases. Its key becomes available once a workspace has been found. */
    contextWith: <More extends object>(more: More): Context & More => ({
      ...surroundings,
      ...more,
      get key() {
        return requireKey();
      },
    }),
  };
}

function firstWorkspaceAt(baseUrl: string) {
  const parsed = parseBaseUrl(baseUrl);
  if (parsed) return parsed;
  throw invalid(
    'bad_configuration',
    'BASE_URL must consist of scheme, host and optional port, without a path or trailing slash.',
  );
}

/** Several processes may start on an empty database at once; only one of them initializes it. */
async function makeFirst(
  context: Context,
  { baseUrl, host }: { baseUrl: string; host: string },
): Promise<void> {
  const actor = { user: null, means: { type: 'command', name: 'serve' }, origin: hostname() } as const;
  await applyFirstWorkspace(context, actor, baseUrl, host).catch((error) => {
    if (!(error instanceof HarkError) || error.code !== 'workspace_exists') throw error;
  });
}
