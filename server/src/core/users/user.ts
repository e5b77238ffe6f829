import type { RoleId, UserId } from '../../lib/ids.ts';

/** A person in a workspace. Switched off, nothing that acts as him works any more (decisions 6.5). */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly role: { readonly id: RoleId; readonly name: string };
  readonly active: boolean;
}
