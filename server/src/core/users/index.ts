export { removeUser } from './remove-user.ts';
export { saveUser } from './save-user.ts';
