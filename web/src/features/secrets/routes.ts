import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readSecretsSearch } from './secrets-search.ts';

export const secretsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/secrets',
  validateSearch: readSecretsSearch,
  component: lazyRouteComponent(() => import('./secrets-page.tsx'), 'SecretsPage'),
});
