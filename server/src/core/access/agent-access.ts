import { HarkError } from '../../lib/errors.ts';
import type { Principal } from './principal.ts';

/** Decisions 6.5: whatever the credential, a role needs "Connect AI agents"; administrators pass. */
export function requireAgentAccess({ role }: Principal): void {
  if (role.isAdmin || role.permissions['api.access_mcp'] === true) return;
  throw new HarkError(
    'forbidden',
    'access_denied',
    'Your role may not connect AI agents. Ask an administrator to enable "Connect AI agents" under API Permissions in your role.',
  );
}

/** The same user with the same rights; history says that an agent acted, by which client (decisions 6.2, 6.5). */
export const asAgent = (principal: Principal): Principal => ({
  ...principal,
  means: { ...principal.means, type: 'mcp' },
});
