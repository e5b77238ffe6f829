import { z } from 'zod';
import { isEmail } from '../../lib/email.ts';
import type { UserId } from '../../lib/ids.ts';
import { readBody, requireUnchanged } from '../../lib/read-body.ts';
import type { Change } from '../audit/index.ts';
import { requireRoleReference, roleReference } from '../roles/index.ts';
import { editUser } from './edit-user.ts';
import { findUser } from './list-users.ts';
import { showUser } from './show-user.ts';

export const userName = z.string().trim().min(1).max(200);
/** The password of a new user. It can be shorter than one that users choose, because an administrator sets it. */
export const initialPassword = z.string().min(8).max(1_000);

const newUser = z.strictObject({
  email: z.string().trim().refine(isEmail, 'must be an email address'),
  name: userName,
  role: roleReference,
  active: z.boolean().optional(),
  password: initialPassword.optional(),
});
export type NewUser = z.output<typeof newUser>;

/** Reads the body of `POST /api/users/new` (spec/rest-api §14.1). */
export const readNewUser = (body: unknown): NewUser => readBody(newUser, body);

const readOnlyKeys = ['id', 'email', 'created_at', 'last_seen_at'] as const;
const readOnly = z.unknown().optional();
const userChange = z.strictObject({
  name: userName.optional(),
  role: roleReference.optional(),
  active: z.boolean().optional(),
  id: readOnly,
  email: readOnly,
  created_at: readOnly,
  last_seen_at: readOnly,
});
export type UserChange = z.output<typeof userChange>;

/** Reads the body of `PATCH` and `PUT /api/users/{id}` (spec/rest-api §14.2). */
export const readUserChange = (body: unknown): UserChange => readBody(userChange, body);

/** Changes a user as a caller of the REST API asks. @throws HarkError if a read-only value differs from the present one */
export async function changeUser(change: Change, id: UserId, wanted: UserChange): Promise<void> {
  const { transaction, workspace } = change;
  const present = showUser(await findUser(transaction, workspace, id));
  const { last_seen_at, ...compared } = wanted;
  const seen = wasSeen(present, last_seen_at) ? {} : { last_seen_at };
  requireUnchanged(present, { ...compared, ...seen }, readOnlyKeys);
  const role = wanted.role === undefined ? undefined : await requireRoleReference(change, wanted.role);
  await editUser(change, id, { name: wanted.name, role: role?.id, active: wanted.active });
}

/** Whether a user can have had this `last_seen_at`: it rises while a caller reads a record and sends it back. */
const wasSeen = ({ created_at, last_seen_at }: ReturnType<typeof showUser>, sent: unknown): boolean =>
  last_seen_at !== null &&
  (sent === null || (typeof sent === 'string' && sent >= created_at && sent <= last_seen_at));
