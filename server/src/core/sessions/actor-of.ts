import type { Actor } from '../audit/index.ts';
import type { Session, Visitor } from './session.ts';

export const actorOf = ({ principal: { user, means } }: Session, { address }: Visitor): Actor => ({
  user: { id: user.id, name: user.name },
  means,
  origin: address,
});
