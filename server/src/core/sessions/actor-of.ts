import type { Actor } from '../audit/index.ts';
import type { Session, Visitor } from './session.ts';

/** Who acts in a session, for the audit. */
export const actorOf = ({ principal: { user, means } }: Session, { address }: Visitor): Actor => ({
  user: { id: user.id, name: user.name },
  means,
  origin: address,
});
