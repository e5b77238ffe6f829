import { headerText } from '../input/raw-headers.ts';
import type { FailedTokenCheck } from './token-verdict.ts';

/** The reasons of the token check. */
export const tokenRefusals = ['missing_token', 'invalid_or_expired', 'invalid_key'] as const;

export type RefusalReason =
  | (typeof tokenRefusals)[number]
  | 'origin_not_allowed'
  | 'missing_signature'
  | 'malformed_signature'
  | 'no_signature_secret'
  | 'signature_out_of_tolerance'
  | 'wrong_signature';

/**
 * A rejection (spec/listeners §5.1). The body may contain the token, so `body` is a function, which loggers
 * don't print.
 */
export interface Refusal {
  /** Shown in the request inspector. Contains nothing that the caller sent. */
  readonly reason: RefusalReason;
  readonly status: 401 | 403;
  readonly failed: FailedCheck;
  readonly body: () => string;
}

/**
 * The check that failed, for the request inspector. `detail` says why; for an origin, it is the origin as sent.
 */
export type FailedCheck =
  | FailedTokenCheck
  | { readonly check: 'origin' | 'signature'; readonly detail: string };

const invalidSignature = { status: 401, body: () => 'Not authorized. Invalid signature.' } as const;

/** The rows of the tables in spec/listeners §5.1 and spec/listeners §10.5. The strings are part of the contract. */
const table: Record<RefusalReason, { status: 401 | 403; body: (token: string) => string }> = {
  missing_token: { status: 403, body: () => 'Missing authentication token' },
  invalid_or_expired: {
    status: 401,
    body: (token) => `Not authorized. Invalid or expired token. ${token}`,
  },
  invalid_key: { status: 401, body: (token) => `Not authorized. Invalid key. ${token}` },
  origin_not_allowed: { status: 403, body: () => '' },
  missing_signature: { status: 401, body: () => 'Missing signature' },
  malformed_signature: invalidSignature,
  no_signature_secret: invalidSignature,
  signature_out_of_tolerance: invalidSignature,
  wrong_signature: invalidSignature,
};

export const refusalReasons = Object.keys(table) as readonly RefusalReason[];

/** Builds a rejection. `token` is the token as sent, without `Bearer ` (spec/listeners §5.1). */
export function refuse(reason: RefusalReason, failed: FailedCheck, token = ''): Refusal {
  const { status, body } = table[reason];
  return { reason, status, failed, body: () => body(headerText(token)) };
}
