export { selectHasActive, selectNamedUsers } from './active-user-store.ts';
export { addUser, deleteUserById, editUser, removeUser } from './edit-user.ts';
export { findRecipient, findSignInUser, hasAdministrator, requireUser, requireUserId } from './find-user.ts';
export {
  findUser,
  findUserIn,
  listActiveUsers,
  listAdministratorNames,
  listUsers,
} from './list-users.ts';
export { checkPassword, hashPassword, noPassword, replacePassword, requireGoodPassword } from './password.ts';
export { saveUser } from './save-user.ts';
export type { SignInUser } from './sign-in-user.ts';
export { loadUserNames, readUserNames, type UserNames } from './user-names.ts';
export { selectStoredUsers } from './user-store.ts';
