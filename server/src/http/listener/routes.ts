import { listenerVerbs } from '../../core/listeners/index.ts';
import type { Check } from '../check.ts';
import { openToAll } from '../route-table.ts';
import type { Surface } from '../surface.ts';
import { acceptHandler } from './accept.ts';
import { admit, findListener, lookAgain } from './admit.ts';
import { AskedListeners } from './asked-listener.ts';
import type { ListenerOptions } from './listener-options.ts';
import { noteRefusal } from './note-refusal.ts';
import { renderListenerError, sandbox } from './render-error.ts';
import { straightWay } from './straight-way.ts';

const sandboxAnswer: Check = (_request, reply) => void reply.header('content-security-policy', sandbox);

/** The inbound addresses that start workflows (seed 4.1). The order of the checks is that of decisions 3. */
export function listenerSurface(options: ListenerOptions): Surface {
  const parts = { ...options, listeners: new AskedListeners(options) };
  return {
    name: 'listener',
    prefix: '/listener',
    findWorkspace: (host, request) => parts.listeners.find(host, request),
    checks: [sandboxAnswer, findListener(parts), admit(parts)],
    lastLook: lookAgain(parts),
    routes: listenerVerbs.map((method) => ({
      method,
      path: '/:first/:second',
      permission: openToAll('the two hashes are the address, and the listener checks who calls'),
      withoutHead: true,
      handler: acceptHandler(parts),
    })),
    straightWay: straightWay(parts),
    renderError: (error, request, reply) => {
      if (error.kind !== 'fault' && error.kind !== 'unavailable') noteRefusal(parts, request, error.code);
      return renderListenerError(error, request, reply);
    },
  };
}
