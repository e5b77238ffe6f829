import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

const generalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/general',
  component: lazyRouteComponent(() => import('./general-page.tsx'), 'GeneralPage'),
});

const limitsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/limits',
  component: lazyRouteComponent(() => import('./limits-page.tsx'), 'LimitsPage'),
});

const retentionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/retention',
  component: lazyRouteComponent(() => import('./retention-page.tsx'), 'RetentionPage'),
});

const dangerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/danger',
  component: lazyRouteComponent(() => import('./danger-page.tsx'), 'DangerPage'),
});

export const workspaceRoutes = [generalRoute, limitsRoute, retentionRoute, dangerRoute] as const;
