import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';

interface AccountSearch {
  /** Set after the user has signed in with a new password (server/src/http/sign-in/set-password.ts). */
  readonly notice?: 'password-set';
}

export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/account',
  validateSearch: ({ notice }: Record<string, unknown>): AccountSearch =>
    notice === 'password-set' ? { notice } : {},
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});
