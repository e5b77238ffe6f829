import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const oauthClientsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/oauth',
  /** Whether the dialog to create an app is open. */
  validateSearch: (search: Record<string, unknown>): { new?: true } =>
    search.new === true ? { new: true } : {},
  component: lazyRouteComponent(() => import('./oauth-clients-page.tsx'), 'OauthClientsPage'),
});

export const oauthClientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/oauth/$id',
  component: lazyRouteComponent(() => import('./oauth-client-page.tsx'), 'OauthClientPage'),
});
