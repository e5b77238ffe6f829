import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const oauthClientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/oauth-clients',
  component: lazyRouteComponent(() => import('./oauth-clients-page.tsx'), 'OauthClientsPage'),
});

export const oauthClientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/oauth-clients/$id',
  component: lazyRouteComponent(() => import('./oauth-client-page.tsx'), 'OauthClientPage'),
});
