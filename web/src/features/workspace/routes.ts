import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/workspace',
  component: lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage'),
});
