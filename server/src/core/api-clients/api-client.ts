import type { ApiClientId, UserId } from '../../lib/ids.ts';

/** The resource that a client's token is for, fixed at creation (spec/rest-api §1.5). */
export const scopes = ['api', 'mcp'] as const;
export type Scope = (typeof scopes)[number];

/** A user's integration with a separate token. */
export interface ApiClient {
  readonly id: ApiClientId;
  readonly user: { readonly id: UserId; readonly email: string };
  readonly name: string;
  readonly scope: Scope;
  readonly active: boolean;
}
