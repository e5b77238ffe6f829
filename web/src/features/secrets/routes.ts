import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const secretsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/secrets',
  component: lazyRouteComponent(() => import('./secrets-page.tsx'), 'SecretsPage'),
});
