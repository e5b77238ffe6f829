export { explainUser } from './explain-user.ts';
export { type UserOverview, viewUser } from './view-user.ts';
