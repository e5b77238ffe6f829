import type { RoleId, UserId } from '../../lib/ids.ts';

/** A person in a workspace. Nothing that acts as a deactivated user works (spec/rest-api §7.4). */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: { readonly id: RoleId; readonly name: string };
  readonly active: boolean;
}
