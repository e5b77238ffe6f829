import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readRoleSearch } from './roles-search.ts';

export const rolesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/roles',
  validateSearch: readRoleSearch,
  component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
});

/** The id `new` opens an empty form for a new role. */
export const roleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/roles/$id',
  component: lazyRouteComponent(() => import('./role-page.tsx'), 'RolePage'),
});
