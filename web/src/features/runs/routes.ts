import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readRunsSearch } from './runs-search.ts';

export const runsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
});

export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$id',
  validateSearch: ({ compare }: Record<string, unknown>): { readonly compare?: string } =>
    typeof compare === 'string' && compare !== '' ? { compare } : {},
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});
