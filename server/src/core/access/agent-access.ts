import { HarkError } from '../../lib/errors.ts';
import type { Principal } from './principal.ts';

/**
 * Throws unless the role grants *Connect AI agents* or is an administrator role. Applies to every credential
 * (spec/agents §1.2).
 */
export function requireAgentAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_mcp'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    `Your role can't connect AI agents. Ask an administrator to enable "Connect AI agents" under API Permissions in your role.`,
  );
}

/**
 * Returns the principal marked as an agent: same user and permissions, but the history shows the agent and
 * its client (spec/rest-api §5.5).
 */
export const asAgent = (principal: Principal): Principal => ({
  ...principal,
  means: { ...principal.means, type: 'mcp' },
});
