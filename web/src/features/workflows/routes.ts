import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readTriggersSearch } from '../listeners/search.ts';
import { readRequestSearch } from '../requests/search.ts';
import { readRunsSearch } from '../runs/runs-search.ts';

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
};

const workflowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows',
  validateSearch: (search: Record<string, unknown>): { search?: string; new?: true } => {
    const text = textOf(search.search);
    return { ...(text !== undefined && { search: text }), ...(search.new === true && { new: true }) };
  },
  component: lazyRouteComponent(() => import('./list/workflows-page.tsx'), 'WorkflowsPage'),
});

/** A workflow's page, which holds the draft while the user switches between its tabs. */
const workflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$id',
  /** The open step, and the run used for previews. */
  validateSearch: (search: Record<string, unknown>): { step?: string; run?: string } => {
    const [step, run] = [textOf(search.step), textOf(search.run)];
    return { ...(step && { step }), ...(run && { run }) };
  },
  component: lazyRouteComponent(() => import('./workflow-page.tsx'), 'WorkflowPage'),
});

const buildRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./tabs/build-tab.tsx'), 'BuildTab'),
});

const triggersRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/triggers',
  validateSearch: readTriggersSearch,
  component: lazyRouteComponent(() => import('../listeners/triggers-tab.tsx'), 'TriggersTab'),
});

/** The former URL of the Triggers tab. Emails and bookmarks can contain it. */
const listenerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$id/listener',
  validateSearch: readTriggersSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/workflows/$id/triggers', params, search });
  },
});

const testRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/test',
  component: lazyRouteComponent(() => import('./tabs/test-tab.tsx'), 'TestTab'),
});

const runsTabRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./tabs/runs-tab.tsx'), 'RunsTab'),
});

const requestsTabRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./tabs/requests-tab.tsx'), 'RequestsTab'),
});

const versionsRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/versions',
  /** The compared versions. */
  validateSearch: (search: Record<string, unknown>): { from?: string; to?: string } => {
    const [from, to] = [textOf(search.from), textOf(search.to)];
    return { ...(from && { from }), ...(to && { to }) };
  },
  component: lazyRouteComponent(() => import('./tabs/versions-tab.tsx'), 'VersionsTab'),
});

const settingsRoute = createRoute({
  getParentRoute: () => workflowRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./tabs/settings-tab.tsx'), 'SettingsTab'),
});

export const workflowRoutes = [
  workflowsRoute,
  workflowRoute.addChildren([
    buildRoute,
    triggersRoute,
    testRoute,
    runsTabRoute,
    requestsTabRoute,
    versionsRoute,
    settingsRoute,
  ]),
  listenerRoute,
] as const;
