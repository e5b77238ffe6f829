import type { UserId } from '../../lib/ids.ts';

/** A user as signing in knows him. What he gets counts only while he has this number. */
export interface SignInUser {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly signInVersion: number;
}
