import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const leadFieldsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/lead-fields',
  component: lazyRouteComponent(() => import('./lead-fields-page.tsx'), 'LeadFieldsPage'),
});
