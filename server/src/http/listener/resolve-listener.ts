import type { Context } from '../../core/context/index.ts';
import type { CompiledListener, ListenerDirectory } from '../../core/listeners/index.ts';
import { requireResumed, type Workspace } from '../../core/workspaces/index.ts';
import { Recent } from '../../lib/cache/recent.ts';
import { SharedReads } from '../../lib/cache/shared-reads.ts';
import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';

export interface ResolvedListener {
  readonly workspace: WorkspaceId;
  readonly compiled: CompiledListener;
  /** For a cached listener this is only assumed. Inserting the run confirms it. */
  readonly isEnabled: boolean;
  /** True if the listener wasn't read for this request, so it may have changed since. */
  readonly isCached: boolean;
}

/** The two path segments that identify a listener (spec/listeners §1.1). */
interface ListenerHashes {
  readonly first: string;
  readonly second: string;
}

/** What a request target names: a listener, or the receipt of a delivery to it (spec/listeners §11.3). */
interface ListenerTarget {
  readonly hashes: ListenerHashes;
  /** The decoded key of the delivery whose receipt is read. */
  readonly receiptKey: string | undefined;
}

const targetPattern = /^\/listener\/([0-9a-f]{32})\/([0-9a-f]{32})(?:\/receipts\/([^/?#]+))?(?:[?#]|$)/;

/** Reads a request target. Undefined for any other path; an encoded or upper-case hash counts as unknown. */
export function targetOf(url: string): ListenerTarget | undefined {
  const [, first, second, encoded] = targetPattern.exec(url) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const receiptKey = encoded === undefined ? undefined : decoded(encoded);
  return receiptKey === null ? undefined : { hashes: { first, second }, receiptKey };
}

/** Returns null for text that isn't percent-encoded UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Unknown, incomplete or swapped hashes and hashes from other workspaces all get this response (spec/listeners
 * §1.1).
 */
export const noListener = () => new HarkError('not-found', 'unknown_listener', 'Item was not found.');

/** `workspace` is set as soon as it is known. */
interface Target {
  readonly host: string;
  readonly hashes: ListenerHashes | undefined;
  workspace: Pick<Workspace, 'id' | 'baseUrl'> | undefined;
}

interface Sources {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly directory: ListenerDirectory;
}

const maxHosts = 10_000;

/** Finds a request's listener in this process's cache or in the database. */
export class ListenerResolver {
  readonly #sources: Sources;
  readonly #workspaces = new Recent<WorkspaceId>(maxHosts);
  readonly #hostReads = new SharedReads<Workspace | undefined>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  cached({ host, hashes }: Target): ResolvedListener | undefined {
    const workspace = hashes && this.#workspaces.get(host);
    const compiled = workspace && this.#sources.directory.recall(workspace, hashes);
    return compiled && { workspace, compiled, isEnabled: true, isCached: true };
  }

  /**
   * Reads the current listener. If its workspace is already known, one query confirms both the listener and the
   * host.
   * @returns undefined if no workspace has this host
   */
  async read(target: Target, known?: WorkspaceId): Promise<ResolvedListener | undefined> {
    const present = known && (await this.#readIn(known, target));
    if (present) return present;
    const workspace = await this.#findWorkspace(target.host);
    target.workspace = workspace;
    if (!workspace) return undefined;
    requireResumed(workspace);
    const listener = await this.#readIn(workspace.id, target);
    if (!listener) throw noListener();
    return listener;
  }

  async #readIn(workspace: WorkspaceId, { host, hashes }: Target): Promise<ResolvedListener | undefined> {
    const { context, directory } = this.#sources;
    const fresh = hashes && (await directory.find(context, workspace, host, hashes));
    return fresh && { workspace, compiled: fresh.compiled, isEnabled: fresh.isSwitchedOn, isCached: false };
  }

  async #findWorkspace(host: string): Promise<Workspace | undefined> {
    const workspace = await this.#hostReads.read(host, () => this.#sources.findWorkspace(host));
    if (workspace && !workspace.isSuspended) this.#workspaces.set(host, workspace.id);
    else this.#workspaces.delete(host);
    return workspace;
  }
}
