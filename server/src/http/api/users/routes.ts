import type { Context } from '../../../core/context/index.ts';
import type { Route } from '../../request/route-table.ts';
import { idPattern as id } from '../path-id.ts';
import {
  changeUserHandler,
  createUserHandler,
  deleteUserHandler,
  listUsersHandler,
  readUserHandler,
  showSelf,
} from './manage.ts';

const managed = { permission: 'users.manage' } as const;

/** The routes of users (spec/rest-api §14). */
export const userRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/users/self', permission: 'profile.view', handler: showSelf },
  { method: 'GET', path: '/users', ...managed, handler: listUsersHandler(context) },
  { method: 'POST', path: '/users/new', ...managed, handler: createUserHandler(context) },
  { method: 'GET', path: `/users/${id}`, ...managed, handler: readUserHandler(context) },
  { method: 'PATCH', path: `/users/${id}`, ...managed, handler: changeUserHandler(context) },
  { method: 'PUT', path: `/users/${id}`, ...managed, handler: changeUserHandler(context) },
  { method: 'DELETE', path: `/users/${id}`, ...managed, handler: deleteUserHandler(context) },
];
