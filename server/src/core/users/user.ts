import type { RoleId, UserId } from '../../lib/ids.ts';

/** A person in a workspace. No credential or workflow of a deactivated user works (spec/rest-api §7.4). */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: { readonly id: RoleId; readonly name: string };
  readonly active: boolean;
}
