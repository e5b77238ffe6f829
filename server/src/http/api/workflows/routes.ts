import type { Context } from '../../../core/context/index.ts';
import type { RunDispatch, RunTrialIn } from '../../../core/runs/index.ts';
import type { Route } from '../../request/route-table.ts';
import { idPattern } from '../path-id.ts';
import {
  changeWorkflowHandler,
  createWorkflowHandler,
  deleteWorkflowHandler,
  listWorkflowsHandler,
  publishWorkflowHandler,
  readWorkflowHandler,
} from './manage.ts';
import { shadowWorkflowHandler } from './shadow.ts';
import { startWorkflowHandler } from './start.ts';

const workflow = `/workflows/${idPattern}`;

/** The routes of workflows (spec/rest-api §12). */
export const workflowRoutes = (context: Context, dispatch: RunDispatch, runTrialIn: RunTrialIn): Route[] => [
  { method: 'GET', path: '/workflows', permission: 'workflows.view', handler: listWorkflowsHandler(context) },
  {
    method: 'POST',
    path: '/workflows/new',
    permission: 'workflows.create',
    handler: createWorkflowHandler(context),
  },
  { method: 'GET', path: workflow, permission: 'workflows.view', handler: readWorkflowHandler(context) },
  { method: 'PATCH', path: workflow, permission: 'workflows.edit', handler: changeWorkflowHandler(context) },
  { method: 'PUT', path: workflow, permission: 'workflows.edit', handler: changeWorkflowHandler(context) },
  {
    method: 'DELETE',
    path: workflow,
    permission: 'workflows.delete',
    handler: deleteWorkflowHandler(context),
  },
  {
    method: 'POST',
    path: `${workflow}/publish`,
    permission: 'workflows.edit',
    handler: publishWorkflowHandler(context),
  },
  {
    method: 'POST',
    path: `${workflow}/shadow`,
    permission: 'workflows.edit',
    handler: shadowWorkflowHandler(context, runTrialIn),
  },
  {
    method: 'POST',
    path: `${workflow}/start`,
    permission: 'runs.start',
    handler: startWorkflowHandler(context, dispatch),
  },
];
