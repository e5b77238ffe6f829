export { actorOf } from './actor-of.ts';
export { changePassword } from './change-password.ts';
export { type Device, openDevice } from './device.ts';
export { endSession, signOut } from './end-session.ts';
export {
  endSessionOf,
  endSessionsOfUser,
  listSessions,
  listSessionsOf,
  listSessionsOfUser,
} from './list-sessions.ts';
export type { Session, Visitor } from './session.ts';
export {
  deleteByToken,
  deleteOfUser,
  deleteOthersOfUser,
  deleteSsoSessions,
  deleteWithoutSso,
  type ListedSession,
  lockUserOfSession,
  selectMaySkipSso,
  updateConfirmed,
  updateHasSecondFactor,
} from './session-store.ts';
export {
  findAnySession,
  findSession,
  isComplete,
  purgeSessions,
  type StartedSession,
  ssoRequired,
  startSession,
} from './start-session.ts';
export { countedAddress, limitPerAddress } from './visitor-label.ts';
