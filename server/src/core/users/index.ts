export { selectHasActive, selectNamedUsers } from './active-user-store.ts';
export { addUser, deleteUserById, editUser, removeUser } from './edit-user.ts';
export {
  findNewSignInUser,
  findRecipient,
  findSignInUser,
  hasAdministrator,
  requireUser,
  requireUserId,
} from './find-user.ts';
export {
  findUser,
  findUserIn,
  listActiveUsers,
  listAdministratorNames,
  listUsers,
  listUsersById,
  readUser,
} from './list-users.ts';
export { checkPassword, hashPassword, noPassword, replacePassword, requireGoodPassword } from './password.ts';
export { saveUser } from './save-user.ts';
export { shownUserKeys, showUser } from './show-user.ts';
export type { SignInUser } from './sign-in-user.ts';
export {
  changeUser,
  initialPassword,
  type NewUser,
  readNewUser,
  readUserChange,
  userName,
} from './user-input.ts';
export type { ListedUser } from './user-list-store.ts';
export { loadUserNames, readUserNames, type UserNames } from './user-names.ts';
export { selectStoredUsers } from './user-store.ts';
