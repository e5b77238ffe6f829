import type { FastifyRequest } from 'fastify';
import type { CompiledListener } from '../../core/listeners/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { Recent } from '../../lib/recent.ts';
import type { FindWorkspace } from '../surface.ts';
import { hostOf } from '../workspace-by-host.ts';
import type { ListenerOptions } from './listener-options.ts';
import { addressOf } from './request-view.ts';

/** The listener that a request asks for, as it is remembered or, when it was just read, as it is. */
export interface AskedListener {
  readonly workspace: Workspace;
  readonly compiled: CompiledListener;
  /** Known only of one that was just read; whatever passes is checked once more when it is stored. */
  readonly isSwitchedOn: boolean | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Known behind the check for the address. */
    asked?: AskedListener;
  }
}

/** Unknown, half right, swapped or another workspace's: the same (decisions 3). */
export const noListener = () => new HarkError('not-found', 'unknown_listener', 'Item was not found.');

const mostHosts = 10_000;

/**
 * Finds the workspace of a request to a listener. One that this process has met before is taken from memory: a request that
 * passes is stored only if its workspace still answers at that host, and before any other answer it is found anew.
 */
export function recallWorkspace({ directory, findWorkspace }: ListenerOptions): FindWorkspace {
  const workspaces = new Recent<Workspace>(mostHosts);
  return async (host, request) => {
    const guess = workspaces.get(host);
    const address = guess && addressOf(request);
    const compiled = address && directory.recall(guess, address);
    if (compiled) {
      request.asked = { workspace: guess, compiled, isSwitchedOn: undefined };
      return guess;
    }
    const workspace = await findWorkspace(host);
    if (workspace) workspaces.set(host, workspace);
    else workspaces.delete(host);
    return workspace;
  };
}

/** Reads the listener anew, with its workspace; undefined when there is none at that address any more. */
export async function readListener(
  { contextOf, directory, findWorkspace }: ListenerOptions,
  request: FastifyRequest,
): Promise<AskedListener | undefined> {
  const address = addressOf(request);
  const workspace = address && (await findWorkspace(hostOf(request)));
  const fresh = workspace && (await directory.find(contextOf(), workspace, address));
  return fresh && { workspace, ...fresh };
}
