import type { Check, Surface } from '../surface.ts';
import { renderListenerError, sandbox } from './render-error.ts';

const sandboxAnswer: Check = async (_request, reply) => {
  reply.header('content-security-policy', sandbox);
};

/** The inbound addresses that start workflows (seed 4.1). */
export const listenerSurface = (): Surface => ({
  name: 'listener',
  prefix: '/listener',
  checks: [sandboxAnswer],
  routes: [],
  renderError: renderListenerError,
});
