import { Turns } from '../../lib/limits/fair-turns.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Route } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';

/** The share of the process's database connections that requests of one workspace can use at once. */
const shareOfPool = 0.3;
/** Bounds the memory of waiting requests. The rate limit usually rejects earlier. */
const maxWaiting = 1_000;

/**
 * Limits how many requests of one workspace the process serves at once over all these surfaces
 * (spec/limits §3), so that expensive requests leave database connections to other workspaces. A request
 * waits only after its checks and its body, so slow senders and unauthenticated callers occupy no slot.
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
