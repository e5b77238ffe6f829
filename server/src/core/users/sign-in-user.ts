import type { UserId } from '../../lib/ids.ts';

/** A user who signs in. Sessions and links are valid only for this version of the user. */
export interface SignInUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly signInVersion: number;
}
