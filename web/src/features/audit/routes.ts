import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readAuditSearch } from './audit-search.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const auditEntryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/audit/$id',
  component: lazyRouteComponent(() => import('./audit-entry-page.tsx'), 'AuditEntryPage'),
});
