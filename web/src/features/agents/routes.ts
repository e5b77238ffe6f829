import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readCallSearch } from './call-search.ts';

export const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/agents',
  validateSearch: readCallSearch,
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
});
