export { checkPassword, type SignInUser } from './check-password.ts';
export { findSignInUser, hasAdministrator, requireUser, requireUserId } from './find-user.ts';
export { hashPassword, requireGoodPassword } from './password.ts';
export { removeUser } from './remove-user.ts';
export { replacePassword } from './replace-password.ts';
export { saveUser } from './save-user.ts';
export { loadUserNames, type UserNames } from './user-names.ts';
