export { checkPassword } from './check-password.ts';
export { addUser, editUser } from './edit-user.ts';
export { findRecipient, findSignInUser, hasAdministrator, requireUser, requireUserId } from './find-user.ts';
export {
  findUser,
  findUserIn,
  listActiveUsers,
  listAdministratorNames,
  listUsers,
} from './list-users.ts';
export { hashPassword, requireGoodPassword } from './password.ts';
export { deleteUserById, removeUser } from './remove-user.ts';
export { replacePassword } from './replace-password.ts';
export { saveUser } from './save-user.ts';
export type { SignInUser } from './sign-in-user.ts';
export { loadUserNames, readUserNames, type UserNames } from './user-names.ts';
