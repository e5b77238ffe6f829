export { findRecipient, requireUser, requireUserId } from './find-user.ts';
export { removeUser } from './remove-user.ts';
export { saveUser } from './save-user.ts';
export { loadUserNames, type UserNames } from './user-names.ts';
