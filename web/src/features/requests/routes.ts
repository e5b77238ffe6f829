import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readSearch } from './search.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
});
