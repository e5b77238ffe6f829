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

/** A listener as the database has it at this moment. */
export interface FreshListener {
  readonly compiled: CompiledListener;
  readonly isSwitchedOn: boolean;
}

/**
 * The listeners that a process has met, compiled. What is remembered serves only requests that pass, because their insert
 * takes nothing that has changed meanwhile; before any other answer the listener is read again.
 */
export class ListenerDirectory {
  readonly #remembered = new Recent<CompiledListener>(maxRemembered);
  readonly #reads = new SharedReads<FreshListener | undefined>();

  /** What is remembered of the listener at an address. */
  recall(workspace: WorkspaceId, hashes: Hashes): CompiledListener | undefined {
    return this.#remembered.get(nameOf(workspace, hashes));
  }

  /**
   * The listener at an address, as it is now; undefined when there is none, or its workspace answers at another host. One of a
   * suspended workspace is refused. A flood of
   * callers costs one read at a time: those who come while one is under way share the next.
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

  /** What is remembered, if both numbers still hold. */
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
