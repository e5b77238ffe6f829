import { HarkError } from '../../lib/errors.ts';
import type { Principal } from './principal.ts';

/** Applies to any credential: a role needs *Connect AI agents*; administrators pass (spec/agents §1.2). */
export function requireAgentAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_mcp'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    'Your role may not connect AI agents. Ask an administrator to enable "Connect AI agents" under API Permissions in your role.',
  );
}

/** Same user and permissions; the history shows the agent and its client (spec/rest-api §5.5). */
export const asAgent = (principal: Principal): Principal => ({
  ...principal,
  means: { ...principal.means, type: 'mcp' },
});
