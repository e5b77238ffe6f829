import { Turns } from '../../lib/limits/fair-turns.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Route } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';

/** The share of the process's database connections that one workspace's requests can use at once. */
const shareOfPool = 0.3;
/** Limits the memory for waiting requests. The rate limit usually rejects requests before this limit is reached. */
const maxWaiting = 1_000;

/**
 * Limits how many requests from one workspace the process serves at once, across all the given surfaces
 * (spec/limits §3), so expensive requests leave database connections for other workspaces. A request waits
 * only after its checks and after its body was read, so slow senders and unauthenticated callers don't occupy
 * a slot.
 */
export function shareByWorkspace(poolSize: number, surfaces: readonly Surface[]): Surface[] {
  const turns = new Turns({ atOnce: Math.max(1, Math.floor(poolSize * shareOfPool)), maxWaiting });
  return surfaces.map((surface) => ({
    ...surface,
    routes: surface.routes.map((route) => inTurn(route, turns)),
  }));
}

const inTurn = (route: Route, turns: Turns): Route => ({
  ...route,
  handler: (request, reply) =>
    turns.run(String(authenticatedOf(request).principal.workspace.id), () => route.handler(request, reply)),
});
