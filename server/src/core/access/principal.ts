import type { RoleId, UserId } from '../../lib/ids.ts';
import type { Means } from '../audit/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Permissions } from './permissions.ts';

/** The user that a request acts as. There is no anonymous or default principal. */
export interface Principal {
  readonly workspace: Workspace;
  readonly user: { readonly id: UserId; readonly name: string; readonly email: string };
  readonly role: {
    readonly id: RoleId;
    readonly name: string;
    readonly isAdmin: boolean;
    readonly permissions: Permissions;
  };
  readonly means: Means;
}
