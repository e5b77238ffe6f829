import type { KeyUses } from '../../core/api-keys/index.ts';
import type { Context } from '../../core/context/index.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Check } from '../request/check.ts';

/** Check: lets everybody pass, and remembers who came by a key, for the user who thinks of changing it. */
export const noteKeyUse =
  (keyUses: KeyUses, context: Context): Check =>
  (request) => {
    const { workspace, user, means } = authenticatedOf(request).principal;
    if (means.type !== 'api_key') return;
    keyUses.note({
      workspace: workspace.id,
      user: user.id,
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
      lastUsedAt: context.clock.now(),
    });
  };
