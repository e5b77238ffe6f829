import { createHmac } from 'node:crypto';
import { deriveKey, type InstallationKey } from '../../lib/crypto/installation-key.ts';

/** The time window: older attempts don't count (spec/oauth §6). */
export const windowMs = 15 * 60_000;

export interface Ceiling {
  readonly subject: Buffer;
  readonly most: number;
}

/** Returns a keyed hash, so the table reveals neither accounts nor IP addresses. */
export const attemptSubject = ({ secret }: InstallationKey, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', deriveKey(secret, 'attempts')).update(JSON.stringify(parts)).digest();
