export { requireUser } from './find-user.ts';
export { removeUser } from './remove-user.ts';
export { saveUser } from './save-user.ts';
