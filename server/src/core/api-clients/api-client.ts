import type { ApiClientId, UserId } from '../../lib/ids.ts';

/**
 * The resource that a client's token gives access to. It is set at creation and can't be changed
 * (spec/rest-api §1.5).
 */
export const scopes = ['api', 'mcp'] as const;
export type Scope = (typeof scopes)[number];

/** What limits the use of a client's tokens. */
export interface ClientLimits {
  /** Null means never (spec/rest-api §1.9). */
  readonly expiresAt: Date | null;
  /** The IP addresses and ranges that tokens are accepted from. An empty list allows any (spec/rest-api §1.10). */
  readonly allowedAddresses: readonly string[];
}

/** An integration that belongs to a user and has its own token. */
export interface ApiClient extends ClientLimits {
  readonly id: ApiClientId;
  readonly user: { readonly id: UserId; readonly email: string };
  readonly name: string;
  readonly scope: Scope;
  readonly active: boolean;
}
