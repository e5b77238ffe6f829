import { createRouter } from '@tanstack/react-router';
import { hideOldToasts } from '../components/notices/notify.ts';
import { accountRoute } from '../features/account/routes.ts';
import { agentsRoute } from '../features/agents/routes.ts';
import { apiSettingsRoute } from '../features/api-settings/routes.ts';
import { approvalRoute, approvalsRoute } from '../features/approvals/routes.ts';
import { auditEntryRoute, auditRoute } from '../features/audit/routes.ts';
import { homeRoute } from '../features/home/routes.ts';
import { leadFieldsRoute } from '../features/lead-fields/routes.ts';
import { leadRoutes } from '../features/leads/routes.ts';
import { oauthClientRoute, oauthClientsRoute } from '../features/oauth-clients/routes.ts';
import { requestsRoute } from '../features/requests/routes.ts';
import { roleRoute, rolesRoute } from '../features/roles/routes.ts';
import { runRoute, runsRoute } from '../features/runs/routes.ts';
import { secretsRoute } from '../features/secrets/routes.ts';
import { singleSignOnRoute } from '../features/single-sign-on/routes.ts';
import { userRoute, usersRoute } from '../features/users/routes.ts';
import { webhookRoute, webhooksRoute } from '../features/webhooks/routes.ts';
import { workflowRoutes } from '../features/workflows/routes.ts';
import { workspaceRoutes } from '../features/workspace/routes.ts';
import { LoadFailure } from './page-failures.tsx';
import { rootRoute } from './root-route.tsx';

/** The routes of all screens. A screen's code is loaded when the screen is opened. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    ...leadRoutes,
    ...workflowRoutes,
    requestsRoute,
    runsRoute,
    runRoute,
    approvalsRoute,
    approvalRoute,
    usersRoute,
    userRoute,
    rolesRoute,
    roleRoute,
    leadFieldsRoute,
    oauthClientsRoute,
    oauthClientRoute,
    agentsRoute,
    webhooksRoute,
    webhookRoute,
    ...workspaceRoutes,
    secretsRoute,
    singleSignOnRoute,
    auditRoute,
    auditEntryRoute,
    apiSettingsRoute,
    accountRoute,
  ]),
  // If a screen fails, the error is shown inside the shell, which stays usable.
  defaultErrorComponent: LoadFailure,
  defaultPreload: 'intent',
  // A parameter that the screen doesn't know is ignored.
  search: { strict: true },
  scrollRestoration: true,
});

router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) hideOldToasts();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
