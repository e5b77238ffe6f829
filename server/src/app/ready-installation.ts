import { hostname } from 'node:os';
import type { Context } from '../core/context/index.ts';
import { checkInstallation, type Installation, pingDatabase } from '../core/installation/index.ts';
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

/**
 * An installation that a server starts on while its database may still be away or not yet migrated: it is looked at
 * again with every request and probe until it fits, and only then is anything read from it.
 */
export function createReadyInstallation(
  surroundings: Pick<Context, 'db' | 'clock'>,
  installation: Installation,
  baseUrl: string | undefined,
) {
  const first = baseUrl === undefined ? undefined : firstWorkspaceAt(baseUrl);
  let fitting: Context | undefined;
  const requireKey = () => {
    if (!fitting) throw fault('not_ready', 'The installation key was used before the database was ready.');
    return fitting.key;
  };
  let looking: Promise<Context> | undefined;

  async function look(): Promise<Context> {
    const context = { ...surroundings, key: await checkInstallation(surroundings.db, installation) };
    if (first && !(await hasWorkspace(context))) await makeFirst(context, first);
    fitting = context;
    return context;
  }

  async function untilFits(): Promise<Context> {
    if (fitting) return fitting;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const readyContext = (): Promise<Context> =>
    untilFits().catch((error) => {
      // Why it is not ready is for the operator, and in the log.
      throw unavailable('starting', 'Hark is not ready yet. Try again shortly.', error);
    });

  return {
    /** Looks once. What may pass by itself is only told; what will not, such as a wrong key, stops the start. */
    async start(logger: Logger): Promise<void> {
      await untilFits().catch((error) => {
        if (!isOutage(error)) throw error;
        logger.warn({ reason: messageOf(error) }, 'starting without the database');
      });
    },
    async check(): Promise<void> {
      if (fitting) await pingDatabase(fitting.db);
      else await untilFits();
    },
    async findWorkspace(host: string): Promise<Workspace | undefined> {
      return findWorkspaceByHost(await readyContext(), host);
    },
    async findListenerWorkspace(host: string): Promise<Workspace | undefined> {
      return findWorkspaceByListenerHost(await readyContext(), host);
    },
    /** For what is there before the first workspace. */
    readyContext,
    /** Undefined while the database is away. */
    present: (): Context | undefined => fitting,
    /** The context of every use case. Only its key has to wait for the database: it is there once a workspace was found. */
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
    'BASE_URL must be scheme, host and port without a path or a slash at the end.',
  );
}

/** Several processes may start on an empty database at once; one of them makes it. */
async function makeFirst(
  context: Context,
  { baseUrl, host }: { baseUrl: string; host: string },
): Promise<void> {
  const actor = { user: null, means: { type: 'command', name: 'serve' }, origin: hostname() } as const;
  await applyFirstWorkspace(context, actor, baseUrl, host).catch((error) => {
    if (!(error instanceof HarkError) || error.code !== 'workspace_exists') throw error;
  });
}
