import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readView } from './view/lead-view.ts';

const leadsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leads',
  validateSearch: readView,
  component: lazyRouteComponent(() => import('./leads-page.tsx'), 'LeadsPage'),
});

const newLeadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leads/new',
  component: lazyRouteComponent(() => import('./edit/new-lead-page.tsx'), 'NewLeadPage'),
});

const leadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leads/$id',
  component: lazyRouteComponent(() => import('./record/lead-page.tsx'), 'LeadPage'),
});

const proposalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/proposals',
  /** Whether the list shows proposals with any status, instead of the pending ones. */
  validateSearch: (search: Record<string, unknown>): { status?: 'all' } =>
    search.status === 'all' ? { status: 'all' } : {},
  component: lazyRouteComponent(() => import('./proposals/proposals-page.tsx'), 'ProposalsPage'),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leads/import',
  component: lazyRouteComponent(() => import('./files/import-page.tsx'), 'ImportPage'),
});

const leadJobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leads/jobs',
  component: lazyRouteComponent(() => import('./files/jobs-page.tsx'), 'JobsPage'),
});

const leadJobRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/leads/jobs/$id',
  component: lazyRouteComponent(() => import('./files/job-page.tsx'), 'JobPage'),
});

export const leadRoutes = [
  leadsRoute,
  newLeadRoute,
  leadRoute,
  proposalsRoute,
  importRoute,
  leadJobsRoute,
  leadJobRoute,
] as const;
