import { HarkError } from '../../lib/errors.ts';
import { rawValues } from '../request/bearer.ts';
import type { Check } from '../request/check.ts';
import { workspaceOf } from '../request/workspace-by-host.ts';

/**
 * Check: no web page of another site reaches the agent server, also not by a name that it made point here (the MCP transport's
 * "DNS rebinding"). Agents send no `Origin`; whoever sends one must be the workspace's own, as its stored base URL says.
 */
export const checkOrigin: Check = async (request) => {
  const origins = rawValues(request.raw.rawHeaders, (name) => name.toLowerCase() === 'origin');
  const own = new URL(workspaceOf(request).baseUrl).origin;
  if (origins.every((origin) => origin === own)) return;
  throw new HarkError(
    'forbidden',
    'foreign_origin',
    'A web page of another site cannot call the agent server. Connect from a program, without an Origin header.',
  );
};
