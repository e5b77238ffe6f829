export { actorOf } from './actor-of.ts';
export { changePassword } from './change-password.ts';
export { endSession, signOut } from './end-session.ts';
export {
  endSessionOf,
  endSessionsOfUser,
  listSessions,
  listSessionsOf,
  listSessionsOfUser,
} from './list-sessions.ts';
export type { Session, Visitor } from './session.ts';
export type { ListedSession } from './session-store.ts';
export { signIn } from './sign-in.ts';
export { findSession, purgeSessions, type StartedSession, startSession } from './start-session.ts';
export { countedAddress, limitPerAddress } from './visitor-label.ts';
