import type { UserId } from '../../lib/ids.ts';

/** A user for sign-in. Sessions and links are valid only for this version. */
export interface SignInUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly signInVersion: number;
}
