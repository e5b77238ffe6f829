import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { type InstallationKey, seal, tryOpen } from '../../lib/crypto/installation-key.ts';
import type { UserId, WorkspaceId } from '../../lib/ids.ts';

const purpose = 'sign-in-device';
const lifetimeMs = 180 * 24 * 3_600_000;

/**
 * A browser in which the user has signed in before. It is identified by an encrypted cookie and isn't stored
 * on the server.
 */
export interface Device {
  readonly id: string;
  readonly user: UserId;
  /**
   * The user's version when they signed in. A new password increments it, so the device is no longer
   * recognized.
   */
  readonly signInVersion: number;
}

export interface DeviceCookie {
  readonly value: string;
  readonly expiresAt: Date;
}

interface Making {
  readonly key: InstallationKey;
  readonly clock: Clock;
}

/** The cookie's contents, as a tuple to keep the cookie short. */
type Sealed = [WorkspaceId, UserId, signInVersion: number, id: string, expiresAt: number];

export function makeDevice(
  { key, clock }: Making,
  workspace: WorkspaceId,
  user: { readonly id: UserId; readonly signInVersion: number },
): DeviceCookie {
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  const id = randomBytes(16).toString('base64url');
  const sealed: Sealed = [workspace, user.id, user.signInVersion, id, expiresAt.getTime()];
  return { value: seal(key, purpose, JSON.stringify(sealed)), expiresAt };
}

/**
 * Returns the device identified by a cookie, or undefined if the cookie is for another workspace, expired, or
 * not issued here.
 */
export function openDevice(
  { key, clock }: Making,
  workspace: WorkspaceId,
  value: string | undefined,
): Device | undefined {
  const text = value === undefined ? undefined : tryOpen(key, purpose, value);
  if (text === undefined) return undefined;
  const [madeIn, user, signInVersion, id, expiresAt] = JSON.parse(text) as Sealed;
  return madeIn === workspace && clock.now().getTime() < expiresAt ? { id, user, signInVersion } : undefined;
}
