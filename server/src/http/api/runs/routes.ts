import type { Context } from '../../../core/context/index.ts';
import type { RunEngine } from '../../../core/runs/index.ts';
import type { Route } from '../../request/route-table.ts';
import {
  cancelRunHandler,
  listRunsHandler,
  listStepsHandler,
  readRunHandler,
  retryRunHandler,
} from './runs.ts';

/** A run's ID is a UUID. Any other text in its place is an unknown route. */
const run = '/runs/:id(^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$)';

/** The routes of runs (spec/rest-api §13). */
export const runRoutes = (context: Context, engine: Pick<RunEngine, 'cancel'> | undefined): Route[] => [
  { method: 'GET', path: '/runs', permission: 'runs.view', handler: listRunsHandler(context) },
  { method: 'GET', path: run, permission: 'runs.view', handler: readRunHandler(context) },
  { method: 'GET', path: `${run}/steps`, permission: 'runs.view', handler: listStepsHandler(context) },
  { method: 'POST', path: `${run}/retry`, permission: 'runs.retry', handler: retryRunHandler(context) },
  {
    method: 'POST',
    path: `${run}/cancel`,
    permission: 'runs.cancel',
    handler: cancelRunHandler(context, engine),
  },
];
