import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const apiSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/api',
  component: lazyRouteComponent(() => import('./api-settings-page.tsx'), 'ApiSettingsPage'),
});
