import type { SessionId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';

/** A signed-in browser, and the principal that its requests act as. */
export interface Session {
  readonly id: SessionId;
  readonly principal: Principal;
}

export interface Visitor {
  readonly userAgent: string | undefined;
  readonly address: string;
  /** Set if the IP address belongs to a proxy that TRUST_PROXY doesn't list, so all callers share it. */
  readonly isAddressShared?: boolean;
}

/** Session lifetimes: idle and absolute (docs/design/sign-in.md). */
export const idleMs = 12 * 3_600_000;
export const lifetimeMs = 14 * 24 * 3_600_000;
