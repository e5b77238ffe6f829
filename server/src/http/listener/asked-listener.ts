import type { FastifyRequest } from 'fastify';
import type { Context } from '../../core/context/index.ts';
import type { CompiledListener, ListenerDirectory } from '../../core/listeners/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import { HarkError } from '../../lib/errors.ts';
import type { WorkspaceId } from '../../lib/ids.ts';
import { Recent } from '../../lib/recent.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import { handedOver } from '../handed-over.ts';
import { hostOf } from '../workspace-by-host.ts';
import { addressOf } from './request-view.ts';

/** The listener that a request asks for. */
export interface AskedListener {
  readonly workspace: WorkspaceId;
  readonly compiled: CompiledListener;
  /** Undefined while it is only remembered. Known once it was read for this request, or a run was stored by it. */
  readonly isSwitchedOn: boolean | undefined;
}

/** The same from memory, with its workspace. */
export interface RememberedListener {
  readonly workspace: Workspace;
  readonly compiled: CompiledListener;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Known behind the check for the address. */
    asked?: AskedListener | undefined;
  }
}

/** Unknown, half right, swapped or another workspace's: the same (decisions 3). */
export const noListener = () => new HarkError('not-found', 'unknown_listener', 'Item was not found.');

export const isRemembered = ({ isSwitchedOn }: AskedListener): boolean => isSwitchedOn === undefined;

const mostHosts = 10_000;

/** Where they are looked up. */
interface Sources {
  readonly contextOf: () => Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly directory: ListenerDirectory;
}

/**
 * Finds what a request asks for. What this process has met before is taken from memory: a run is stored only if that still holds,
 * and before any other answer it is read again.
 */
export class AskedListeners {
  readonly #sources: Sources;
  readonly #workspaces = new Recent<Workspace>(mostHosts);
  readonly #hostReads = new SharedReads<Workspace | undefined>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The workspace of a request, and with it the listener at its address, where there is one. */
  find(host: string, request: FastifyRequest): Workspace | Promise<Workspace | undefined> {
    // By what is remembered the straight way could not go on.
    const known = handedOver(request.raw) ? undefined : this.recall(host, request.url);
    if (!known) return this.#findAnew(host, request);
    const { workspace, compiled } = known;
    request.asked = { workspace: workspace.id, compiled, isSwitchedOn: undefined };
    return workspace;
  }

  /** What this process remembers of an address; enough to let a request go on, and for no other answer. */
  recall(host: string, url: string): RememberedListener | undefined {
    const workspace = this.#workspaces.get(host);
    const address = workspace && addressOf(url);
    const compiled = address && this.#sources.directory.recall(workspace.id, address);
    return compiled && { workspace, compiled };
  }

  async #findAnew(host: string, request: FastifyRequest): Promise<Workspace | undefined> {
    const workspace = await this.#findWorkspace(host);
    // One that is suspended is refused by the check for the workspace.
    if (workspace && !workspace.isSuspended) request.asked = await this.#read(workspace.id, request);
    return workspace;
  }

  /** Reads the listener anew: one read, unless it or its host has moved. */
  async readAgain(request: FastifyRequest): Promise<AskedListener> {
    const { asked } = request;
    const present = asked && (await this.#read(asked.workspace, request));
    const workspace = present ? undefined : await this.#findWorkspace(hostOf(request.raw));
    const moved = workspace && workspace.id !== asked?.workspace;
    request.asked = moved ? await this.#read(workspace.id, request) : present;
    if (!request.asked) throw noListener();
    return request.asked;
  }

  async #read(workspace: WorkspaceId, request: FastifyRequest): Promise<AskedListener | undefined> {
    const { contextOf, directory } = this.#sources;
    const address = addressOf(request.url);
    const fresh = address && (await directory.find(contextOf(), workspace, hostOf(request.raw), address));
    return fresh && { workspace, ...fresh };
  }

  async #findWorkspace(host: string): Promise<Workspace | undefined> {
    const workspace = await this.#hostReads.read(host, () => this.#sources.findWorkspace(host));
    if (workspace && !workspace.isSuspended) this.#workspaces.set(host, workspace);
    else this.#workspaces.delete(host);
    return workspace;
  }
}
