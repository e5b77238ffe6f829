export { findSession } from './find-session.ts';
export type { Session, Visitor } from './session.ts';
export { type StartedSession, startSession } from './start-session.ts';
