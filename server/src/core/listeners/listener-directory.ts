import type { WorkspaceId } from '../../lib/ids.ts';
import { Recent } from '../../lib/recent.ts';
import type { Context } from '../context/index.ts';
import { loadSecrets } from '../secrets/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type CompiledListener, compileListener } from './compiled-listener.ts';
import type { Hashes } from './listener.ts';
import { selectByHashes } from './listener-store.ts';

const mostRemembered = 10_000;

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
  readonly #remembered = new Recent<CompiledListener>(mostRemembered);

  /** What is remembered of the listener at an address. */
  recall(workspace: Workspace, hashes: Hashes): CompiledListener | undefined {
    return this.#remembered.get(nameOf(workspace.id, hashes));
  }

  /** The listener at an address, as it is now; undefined when there is none. */
  async find(context: Context, workspace: Workspace, hashes: Hashes): Promise<FreshListener | undefined> {
    const name = nameOf(workspace.id, hashes);
    const listener = await context.db.withWorkspace(
      workspace.id,
      (transaction) => selectByHashes(transaction, workspace.id, hashes, context.key),
      { single: true },
    );
    if (!listener) {
      this.#remembered.delete(name);
      return undefined;
    }
    const { isSwitchedOn, version, valuesVersion } = listener;
    const known = this.#remembered.get(name);
    if (known?.version === version && known.valuesVersion === valuesVersion) {
      return { compiled: known, isSwitchedOn };
    }
    const { secrets } = await loadSecrets(context, workspace.id, valuesVersion);
    const compiled = compileListener(workspace, listener, secrets);
    this.#remembered.set(name, compiled);
    return { compiled, isSwitchedOn };
  }
}

const nameOf = (workspace: WorkspaceId, { first, second }: Hashes) => `${workspace}/${first}/${second}`;
