import type { GrantId, UserId } from '../../../lib/ids.ts';
import type { Scope } from '../../api-clients/index.ts';
import type { OAuthClient } from '../clients/oauth-client.ts';

export interface Grant {
  readonly id: GrantId;
  readonly client: Pick<OAuthClient, 'id' | 'clientId' | 'name'>;
  readonly user: { readonly id: UserId; readonly name: string; readonly email: string };
  readonly scope: Scope;
  readonly approvedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}
