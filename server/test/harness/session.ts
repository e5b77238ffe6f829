import type { Principal } from '../../src/core/access/index.ts';
import type { Session } from '../../src/core/sessions/index.ts';
import type { SessionId } from '../../src/lib/ids.ts';

/** Returns a session that has just started, without a second factor. */
export const sessionOf = (id: SessionId, principal: Principal): Session => ({
  id,
  principal,
  confirmedAt: new Date(),
  hasSecondFactor: false,
  isSso: false,
  identitySid: null,
  requiresSecondFactor: false,
});
