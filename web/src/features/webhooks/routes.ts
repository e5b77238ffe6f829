import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { readWebhookSearch } from './webhook-search.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/webhooks',
  /** Whether the dialog to create a webhook is open. */
  validateSearch: (search: Record<string, unknown>): { new?: true } =>
    search.new === true ? { new: true } : {},
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

export const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apps/webhooks/$id',
  validateSearch: readWebhookSearch,
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});
