export { attemptSubject } from './attempt.ts';
export { purgeAttempts } from './purge-attempts.ts';
export { takeAttempt } from './take-attempt.ts';
