import { createHmac } from 'node:crypto';
import { deriveKey, type InstallationKey } from '../../lib/crypto/installation-key.ts';

/** Older attempts don't count (spec/oauth §6). */
export const windowMs = 15 * 60_000;

/** How many attempts a subject has within the window. */
export interface Ceiling {
  readonly subject: Buffer;
  readonly most: number;
}

/** Whom attempts count against: a keyed hash, so that the table tells neither accounts nor addresses. */
export const attemptSubject = ({ secret }: InstallationKey, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', deriveKey(secret, 'attempts')).update(JSON.stringify(parts)).digest();
