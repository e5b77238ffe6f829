import type { SessionId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';

/** A browser in which somebody is signed in, and whom it acts as at this moment. */
export interface Session {
  readonly id: SessionId;
  readonly principal: Principal;
}

/** Where somebody signs in from, as the request says it. */
export interface Visitor {
  readonly userAgent: string | undefined;
  readonly address: string;
  /** The address is that of a proxy which TRUST_PROXY doesn't name, so all callers have the same one. */
  readonly isAddressShared?: boolean;
}

/** How long a session lasts without use, and in all (docs/design/sign-in.md). */
export const idleMs = 12 * 3_600_000;
export const lifetimeMs = 14 * 24 * 3_600_000;
