import { headerText } from '../input/raw-headers.ts';

export type RefusalReason = 'missing_token' | 'invalid_or_expired' | 'invalid_key' | 'origin_not_allowed';

/**
 * A rejection (spec/listeners §5.1). The body may contain the token, so `body` is a function, which loggers
 * don't print.
 */
export interface Refusal {
  /** Shown in the request inspector. Contains nothing that the caller sent. */
  readonly reason: RefusalReason;
  readonly status: 401 | 403;
  readonly body: () => string;
}

/** The rows of the table in spec/listeners §5.1. The strings are part of the contract. */
const table: Record<RefusalReason, { status: 401 | 403; body: (token: string) => string }> = {
  missing_token: { status: 403, body: () => 'Missing authentication token' },
  invalid_or_expired: {
    status: 401,
    body: (token) => `Not authorized. Invalid or expired token. ${token}`,
  },
  invalid_key: { status: 401, body: (token) => `Not authorized. Invalid key. ${token}` },
  origin_not_allowed: { status: 403, body: () => '' },
};

export const refusalReasons = Object.keys(table) as readonly RefusalReason[];

/** Builds a rejection. `token` is the token as sent, without `Bearer ` (spec/listeners §5.1). */
export function refuse(reason: RefusalReason, token = ''): Refusal {
  const { status, body } = table[reason];
  return { reason, status, body: () => body(headerText(token)) };
}
