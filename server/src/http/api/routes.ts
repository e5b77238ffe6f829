import type { RateUse } from '../../core/access/index.ts';
import type { KeyUses } from '../../core/api-keys/index.ts';
import type { Context } from '../../core/context/index.ts';
import type { RunDispatch, RunEngine, RunTrialIn } from '../../core/runs/index.ts';
import type { Workspace } from '../../core/workspaces/index.ts';
import type { RateLimiter } from '../../lib/limits/token-bucket.ts';
import { authenticateAtHost } from '../request/authenticate-at-host.ts';
import { authenticatedOf } from '../request/authenticated.ts';
import type { Check } from '../request/check.ts';
import { limitRate } from '../request/limit-rate.ts';
import type { Route } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';
import {
  approveHandler,
  listApprovalsHandler,
  readApprovalHandler,
  rejectHandler,
} from './approvals/approvals.ts';
import { authenticateCaller, credentialOf, requireCredential } from './authenticate.ts';
import {
  changeConnectionHandler,
  createConnectionHandler,
  deleteConnectionHandler,
  listConnectionsHandler,
  readConnectionHandler,
} from './connections/manage.ts';
import { readFeedHandler } from './events/read-feed.ts';
import { leadFieldRoutes } from './lead-fields/routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { idPattern as id } from './path-id.ts';
import { proposalRoutes } from './proposals/routes.ts';
import { renderApiError } from './render-error.ts';
import { roleRoutes } from './roles/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { undoRoutes } from './undo/routes.ts';
import { userRoutes } from './users/routes.ts';
import { listDeliveriesHandler, replayEventsHandler, testWebhookHandler } from './webhooks/deliveries.ts';
import {
  changeWebhookHandler,
  createWebhookHandler,
  deleteWebhookHandler,
  listWebhooksHandler,
  readWebhookHandler,
  rotateWebhookHandler,
} from './webhooks/manage.ts';
import { workflowRoutes } from './workflows/routes.ts';
import { applyHandler, exportHandler } from './workspace/provision.ts';

/**
 * Check: records calls made with an API key, so users can see what uses their key before they rotate it. It
 * never rejects.
 */
const noteKeyUse =
  (keyUses: KeyUses, context: Context): Check =>
  (request) => {
    const { workspace, user, means } = authenticatedOf(request).principal;
    if (means.type !== 'api_key') return;
    keyUses.note({
      workspace: workspace.id,
      user: user.id,
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
      lastUsedAt: context.clock.now(),
    });
  };

interface ApiOptions {
  readonly context: Context;
  readonly findWorkspace: (host: string) => Promise<Workspace | undefined>;
  readonly limiter: RateLimiter;
  /** Records which callers use the rate limit. */
  readonly rateUse: RateUse;
  /** Whether a proxy changes `apikey` to `Apikey`. */
  readonly rewritesHeaderNames: boolean;
  /** Records which callers use an API key. */
  readonly keyUses: KeyUses;
  readonly dispatch: RunDispatch;
  /** Undefined if no engine is configured. */
  readonly engine: Pick<RunEngine, 'cancel'> | undefined;
  /** The operator's HARK_EGRESS_ALLOW: only these hosts can have a connection over http. */
  readonly egressAllow: ReadonlySet<string>;
  /** Whether the operator has set SMTP_URL. */
  readonly hasMail: boolean;
  readonly runTrialIn: RunTrialIn;
}

/** The REST API (spec/rest-api §4). Its checks run in the order of spec/rest-api §2. */
export function apiSurface(options: ApiOptions): Surface {
  const { context, limiter, rateUse, rewritesHeaderNames, keyUses } = options;
  return {
    name: 'api',
    prefix: '/api',
    resolve: authenticateAtHost({
      ...options,
      scope: 'api',
      credentialOf: (request) => credentialOf(request, rewritesHeaderNames),
    }),
    checks: [
      requireCredential(rewritesHeaderNames),
      authenticateCaller,
      limitRate(limiter, rateUse),
      noteKeyUse(keyUses, context),
    ],
    routes: apiRoutes(options),
    renderError: renderApiError,
  };
}

/**
 * Method, path, act and handler of each route (spec/rest-api §4). The use cases check permissions on single
 * leads and workflows.
 */
export const apiRoutes = ({
  context,
  dispatch,
  engine,
  egressAllow,
  hasMail,
  runTrialIn,
}: ApiOptions): Route[] => [
  ...leadRoutes(context),
  { method: 'GET', path: '/events', permission: 'events.view', handler: readFeedHandler(context) },
  ...workflowRoutes(context, dispatch, runTrialIn),
  ...runRoutes(context, engine),
  ...approvalRoutes(context),
  ...proposalRoutes(context),
  ...undoRoutes(context),
  ...webhookRoutes(context),
  ...connectionRoutes(context, egressAllow),
  ...workspaceRoutes(context, { egressAllow, hasMail }),
  ...userRoutes(context),
  ...roleRoutes(context),
  ...leadFieldRoutes(context),
];

/** The routes of approvals (spec/rest-api §11). */
const approvalRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/approvals', permission: 'approvals.view', handler: listApprovalsHandler(context) },
  {
    method: 'GET',
    path: `/approvals/${id}`,
    permission: 'approvals.view',
    handler: readApprovalHandler(context),
  },
  {
    method: 'POST',
    path: `/approvals/${id}/approve`,
    permission: 'approvals.decide',
    handler: approveHandler(context),
  },
  {
    method: 'POST',
    path: `/approvals/${id}/reject`,
    permission: 'approvals.decide',
    handler: rejectHandler(context),
  },
];

const managed = { permission: 'webhooks.manage' } as const;

/** The routes of webhooks (spec/events §3.2). */
const webhookRoutes = (context: Context): Route[] => [
  { method: 'GET', path: '/webhooks', ...managed, handler: listWebhooksHandler(context) },
  { method: 'POST', path: '/webhooks/new', ...managed, handler: createWebhookHandler(context) },
  { method: 'GET', path: `/webhooks/${id}`, ...managed, handler: readWebhookHandler(context) },
  { method: 'PATCH', path: `/webhooks/${id}`, ...managed, handler: changeWebhookHandler(context) },
  { method: 'PUT', path: `/webhooks/${id}`, ...managed, handler: changeWebhookHandler(context) },
  { method: 'DELETE', path: `/webhooks/${id}`, ...managed, handler: deleteWebhookHandler(context) },
  { method: 'POST', path: `/webhooks/${id}/rotate`, ...managed, handler: rotateWebhookHandler(context) },
  { method: 'POST', path: `/webhooks/${id}/test`, ...managed, handler: testWebhookHandler(context) },
  { method: 'GET', path: `/webhooks/${id}/deliveries`, ...managed, handler: listDeliveriesHandler(context) },
  { method: 'POST', path: `/webhooks/${id}/replay`, ...managed, handler: replayEventsHandler(context) },
];

const viewed = { permission: 'connections.view' } as const;
const administered = { permission: 'connections.manage' } as const;

/** The routes of connections (spec/connections §4.2). */
const connectionRoutes = (context: Context, allow: ReadonlySet<string>): Route[] => [
  { method: 'GET', path: '/connections', ...viewed, handler: listConnectionsHandler(context, allow) },
  {
    method: 'POST',
    path: '/connections/new',
    ...administered,
    handler: createConnectionHandler(context, allow),
  },
  { method: 'GET', path: `/connections/${id}`, ...viewed, handler: readConnectionHandler(context, allow) },
  {
    method: 'PATCH',
    path: `/connections/${id}`,
    ...administered,
    handler: changeConnectionHandler(context, allow),
  },
  {
    method: 'PUT',
    path: `/connections/${id}`,
    ...administered,
    handler: changeConnectionHandler(context, allow),
  },
  {
    method: 'DELETE',
    path: `/connections/${id}`,
    ...administered,
    handler: deleteConnectionHandler(context, allow),
  },
];

const provisioned = { permission: 'workspace.provision' } as const;

/** The routes of the whole workspace (spec/provisioning §11.1). */
const workspaceRoutes = (context: Context, options: Pick<ApiOptions, 'egressAllow' | 'hasMail'>): Route[] => [
  { method: 'POST', path: '/workspace/apply', ...provisioned, handler: applyHandler(context, options) },
  { method: 'GET', path: '/workspace/export', ...provisioned, handler: exportHandler(context) },
];
