import type { ApiClientId, UserId } from '../../lib/ids.ts';

/**
 * The resource that a client's token gives access to. It is set at creation and can't be changed
 * (spec/rest-api §1.5).
 */
export const scopes = ['api', 'mcp'] as const;
export type Scope = (typeof scopes)[number];

/** An integration that belongs to a user and has its own token. */
export interface ApiClient {
  readonly id: ApiClientId;
  readonly user: { readonly id: UserId; readonly email: string };
  readonly name: string;
  readonly scope: Scope;
  readonly active: boolean;
}
