import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readRequestSearch } from './search.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
});
