import type { Context } from '../../../core/context/index.ts';
import type { Route } from '../../request/route-table.ts';
import { idPattern as id } from '../path-id.ts';
import {
  changeRoleHandler,
  createRoleHandler,
  deleteRoleHandler,
  listRolesHandler,
  readRoleHandler,
} from './manage.ts';

const managed = { permission: 'roles.manage' } as const;

/** The routes of roles (spec/rest-api §15). */
export const roleRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/roles', ...managed, handler: listRolesHandler(context) },
  { method: 'POST', path: '/roles/new', ...managed, handler: createRoleHandler(context) },
  { method: 'GET', path: `/roles/${id}`, ...managed, handler: readRoleHandler(context) },
  { method: 'PATCH', path: `/roles/${id}`, ...managed, handler: changeRoleHandler(context) },
  { method: 'PUT', path: `/roles/${id}`, ...managed, handler: changeRoleHandler(context) },
  { method: 'DELETE', path: `/roles/${id}`, ...managed, handler: deleteRoleHandler(context) },
];
