import type { Context } from '../../../core/context/index.ts';
import type { Route } from '../../request/route-table.ts';
import { idPattern as id } from '../path-id.ts';
import { batchCreateHandler, batchDeleteHandler, batchEditHandler } from './batch.ts';
import { listFields } from './list-fields.ts';
import { listLeadsHandler, readHistoryHandler, readLeadHandler, searchLeadsHandler } from './read.ts';
import {
  createLeadHandler,
  deleteLeadHandler,
  editLeadHandler,
  editMatchingHandler,
  restoreLeadHandler,
} from './write.ts';

const viewed = { permission: 'leads.view' } as const;
const created = { permission: 'leads.create' } as const;
const edited = { permission: 'leads.edit' } as const;
const deleted = { permission: 'leads.delete' } as const;

/** The routes of leads (spec/rest-api §4). */
export const leadRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/leads', ...viewed, handler: listLeadsHandler(context) },
  { method: 'POST', path: '/leads', ...viewed, handler: searchLeadsHandler(context) },
  { method: 'POST', path: '/leads/search', ...viewed, handler: searchLeadsHandler(context) },
  { method: 'POST', path: '/leads/new', ...created, handler: createLeadHandler(context) },
  { method: 'PATCH', path: '/leads/edit', ...edited, handler: editMatchingHandler(context) },
  { method: 'POST', path: '/leads/batch/new', ...created, handler: batchCreateHandler(context) },
  { method: 'POST', path: '/leads/batch/edit', ...edited, handler: batchEditHandler(context) },
  { method: 'POST', path: '/leads/batch/delete', ...deleted, handler: batchDeleteHandler(context) },
  {
    method: 'GET',
    path: '/leads/list/fields',
    permission: 'lead_fields.view',
    handler: listFields(context),
  },
  { method: 'GET', path: `/leads/${id}`, ...viewed, handler: readLeadHandler(context) },
  { method: 'PATCH', path: `/leads/${id}`, ...edited, handler: editLeadHandler(context) },
  { method: 'PUT', path: `/leads/${id}`, ...edited, handler: editLeadHandler(context) },
  { method: 'DELETE', path: `/leads/${id}`, ...deleted, handler: deleteLeadHandler(context) },
  {
    method: 'POST',
    path: `/leads/${id}/restore`,
    permission: 'leads.restore',
    handler: restoreLeadHandler(context),
  },
  {
    method: 'GET',
    path: `/leads/${id}/history`,
    permission: 'leads.view_history',
    handler: readHistoryHandler(context),
  },
];
