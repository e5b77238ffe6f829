import { listenerVerbs } from '../../core/listeners/index.ts';
import { openToAll } from '../route-table.ts';
import type { Check, Surface } from '../surface.ts';
import { acceptHandler } from './accept.ts';
import { recallWorkspace } from './asked-listener.ts';
import { findListener, judge, noteRefusal } from './judge.ts';
import { limitListener } from './limit-listener.ts';
import type { ListenerOptions } from './listener-options.ts';
import { renderListenerError, sandbox } from './render-error.ts';

const sandboxAnswer: Check = async (_request, reply) => {
  reply.header('content-security-policy', sandbox);
};

/** The inbound addresses that start workflows (seed 4.1). The order of the checks is that of decisions 3. */
export const listenerSurface = (options: ListenerOptions): Surface => ({
  name: 'listener',
  prefix: '/listener',
  findWorkspace: recallWorkspace(options),
  checks: [sandboxAnswer, findListener(options), judge(options), limitListener(options)],
  routes: listenerVerbs.map((method) => ({
    method,
    path: '/:first/:second',
    permission: openToAll('the two hashes are the address, and the listener checks who calls'),
    withoutHead: true,
    handler: acceptHandler(options),
  })),
  renderError: (error, request, reply) => {
    if (error.kind !== 'fault' && error.kind !== 'unavailable') {
      noteRefusal(options, request, error.code);
    }
    return renderListenerError(error, request, reply);
  },
});
