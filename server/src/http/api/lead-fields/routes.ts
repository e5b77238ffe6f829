import type { Context } from '../../../core/context/index.ts';
import type { Route } from '../../request/route-table.ts';
import { changeFieldHandler, createFieldHandler, listFieldsHandler, readFieldHandler } from './manage.ts';

const viewed = { permission: 'lead_fields.view' } as const;
const managed = { permission: 'lead_fields.manage' } as const;

/** `new` is the path for creating fields. */
const alias = ':alias(^(?!new$)[a-z][a-z0-9_]{0,49}$)';

/** The routes of lead fields (spec/rest-api §16). */
export const leadFieldRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/lead-fields', ...viewed, handler: listFieldsHandler(context) },
  { method: 'POST', path: '/lead-fields/new', ...managed, handler: createFieldHandler(context) },
  { method: 'GET', path: `/lead-fields/${alias}`, ...viewed, handler: readFieldHandler(context) },
  { method: 'PATCH', path: `/lead-fields/${alias}`, ...managed, handler: changeFieldHandler(context) },
  { method: 'PUT', path: `/lead-fields/${alias}`, ...managed, handler: changeFieldHandler(context) },
];
