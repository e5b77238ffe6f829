import { Turns } from '../../lib/limits/fair-turns.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Route } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';

/** Of the process's database connections, how many the requests of one workspace may use at once. */
const shareOfPool = 0.3;
/** Bounds the memory of waiting requests. The rate limit rejects earlier, unless a workspace has a very large burst. */
const maxWaiting = 1_000;

/**
 * Limits how many requests of one workspace the process serves at once, over all these surfaces together, so that a workspace
 * with expensive requests leaves database connections to the others. A request waits only after its checks and its body, so
 * slow senders and strangers take nothing.
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
