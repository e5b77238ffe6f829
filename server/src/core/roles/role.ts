import type { RoleId } from '../../lib/ids.ts';
import type { Permissions } from '../access/index.ts';

/** A named set of permissions. An administrator role passes every check (spec/rest-api §7.5). */
export interface Role {
  readonly id: RoleId;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly permissions: Permissions;
  /** If true, its users can sign in only with a second factor (spec/sign-in §2). */
  readonly requiresSecondFactor: boolean;
}

/** The roles that a new workspace starts with (docs/design/permissions.md). */
export const shippedRoles: readonly Omit<Role, 'id'>[] = [
  { name: 'Administrator', isAdmin: true, permissions: {}, requiresSecondFactor: false },
  {
    name: 'Member',
    isAdmin: false,
    requiresSecondFactor: false,
    permissions: {
      'leads.view': 'all',
      'leads.create': true,
      'leads.edit': 'own',
      'leads.delete': 'none',
      'workflows.view': 'own',
      'workflows.edit': 'own',
    },
  },
];
