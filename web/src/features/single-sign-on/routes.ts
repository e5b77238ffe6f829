import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const singleSignOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/single-sign-on',
  component: lazyRouteComponent(() => import('./single-sign-on-page.tsx'), 'SingleSignOnPage'),
});
