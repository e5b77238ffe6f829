import type { SessionId } from '../../lib/ids.ts';
import type { Principal } from '../access/index.ts';

/** A signed-in browser, and the principal that its requests act as. */
export interface Session {
  readonly id: SessionId;
  readonly principal: Principal;
  /** When the user last proved who they are: at sign-in, or when Hark asked again before a sensitive act. */
  readonly confirmedAt: Date;
  readonly hasSecondFactor: boolean;
  /** Whether the session came from single sign-on. */
  readonly isSso: boolean;
  /** The ID of the provider's own session, if it sent one. */
  readonly identitySid: string | null;
  /** Whether the user's role requires a second factor. Without one, the session is incomplete (spec/sign-in §2.1). */
  readonly requiresSecondFactor: boolean;
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
