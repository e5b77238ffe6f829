import { Recent } from '../../../lib/cache/recent.ts';
import { SharedReads } from '../../../lib/cache/shared-reads.ts';
import type { WorkspaceId } from '../../../lib/ids.ts';
import type { Context } from '../../context/index.ts';
import { loadSecrets } from '../../secrets/index.ts';
import { requireResumed } from '../../workspaces/index.ts';
import { type CompiledListener, compileListener } from './compiled-listener.ts';
import type { Hashes, Listener } from './listener.ts';
import { selectByHashes } from './listener-store.ts';

const maxRemembered = 10_000;

export interface FreshListener {
  readonly compiled: CompiledListener;
  readonly isSwitchedOn: boolean;
}

/**
 * A process's cache of compiled listeners. A cached entry is used only for requests that pass the checks,
 * because inserting their run writes nothing if the listener has changed since. Before sending any other
 * response, the listener is read again.
 */
export class ListenerDirectory {
  readonly #remembered = new Recent<CompiledListener>(maxRemembered);
  readonly #reads = new SharedReads<FreshListener | undefined>();

  recall(workspace: WorkspaceId, hashes: Hashes): CompiledListener | undefined {
    return this.#remembered.get(nameOf(workspace, hashes));
  }

  /**
   * Returns undefined if the listener doesn't exist or its workspace uses another host; throws if the
   * workspace is suspended. Callers that arrive during a read share the next one, so a flood of requests
   * causes one read at a time.
   */
  find(
    context: Context,
    workspace: WorkspaceId,
    host: string,
    hashes: Hashes,
  ): Promise<FreshListener | undefined> {
    const name = nameOf(workspace, hashes);
    return this.#reads.read(`${name} ${host}`, async () => {
      const listener = await context.db.read(workspace, (transaction) =>
        selectByHashes(transaction, workspace, host, hashes, context.key),
      );
      if (!listener) {
        this.#remembered.delete(name);
        return undefined;
      }
      requireResumed(listener);
      const compiled = await this.#compiled(context, workspace, name, listener);
      return { compiled, isSwitchedOn: listener.isSwitchedOn };
    });
  }

  /** Returns the cached entry if both version numbers match; otherwise compiles the listener. */
  async #compiled(context: Context, workspace: WorkspaceId, name: string, listener: Listener) {
    const { version, valuesVersion } = listener;
    const known = this.#remembered.get(name);
    if (known?.version === version && known.valuesVersion === valuesVersion) return known;
    const { unbound } = await loadSecrets(context, workspace, valuesVersion);
    const compiled = compileListener(listener, unbound);
    this.#remembered.set(name, compiled);
    return compiled;
  }
}

const nameOf = (workspace: WorkspaceId, { first, second }: Hashes) => `${workspace}/${first}/${second}`;
