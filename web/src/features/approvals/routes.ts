import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const approvalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals',
  /** Whether the list shows approvals with any status, instead of the pending ones. */
  validateSearch: (search: Record<string, unknown>): { status?: 'all' } =>
    search.status === 'all' ? { status: 'all' } : {},
  component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
});

export const approvalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/$id',
  component: lazyRouteComponent(() => import('./approval-page.tsx'), 'ApprovalPage'),
});
