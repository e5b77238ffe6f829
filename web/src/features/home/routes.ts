import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { defaultSpan, isSpan, type Span } from '../../components/charts/span.ts';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: ({ span }: Record<string, unknown>): { readonly span?: Span } =>
    isSpan(span) && span !== defaultSpan ? { span } : {},
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});
