import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readUserSearch } from './users-search.ts';

export const usersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/users',
  validateSearch: readUserSearch,
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});

export const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/users/$id',
  component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
});
