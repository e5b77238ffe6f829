import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { isTab, type ListenerTab } from './search.ts';

export const listenersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$id/listener',
  params: {
    parse: ({ id }) => ({ id: Number(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: ({ tab }): { tab?: ListenerTab } => (isTab(tab) && tab !== 'call' ? { tab } : {}),
  component: lazyRouteComponent(() => import('./listeners-page.tsx'), 'ListenersPage'),
});
