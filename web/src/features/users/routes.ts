import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readSearch } from './users-search.ts';

export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/users',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});

export const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/users/$id',
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
});
