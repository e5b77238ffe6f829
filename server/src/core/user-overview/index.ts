export { explainUser, type UserOverview, viewUser } from './view-user.ts';
