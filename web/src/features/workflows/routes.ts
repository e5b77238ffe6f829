import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../app/root-route.tsx';
import { type WorkflowTab, workflowTabs } from './workflow-tabs.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const workflowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows',
  validateSearch: (search: Record<string, unknown>): { search?: string; new?: true } => {
    const text = textOf(search.search);
    return { ...(text !== undefined && { search: text }), ...(search.new === true && { new: true }) };
  },
  component: lazyRouteComponent(() => import('./list/workflows-page.tsx'), 'WorkflowsPage'),
});

/** The workflow page's state that is kept in the URL: the tab, the open step, the run used for previews, and the compared versions. */
interface WorkflowSearch {
  readonly tab?: WorkflowTab;
  readonly step?: string;
  readonly run?: string;
  readonly from?: string;
  readonly to?: string;
}

export const workflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workflows/$id',
  validateSearch: (search: Record<string, unknown>): WorkflowSearch => {
    const tab = workflowTabs.find((name) => name === search.tab);
    const [step, run, from, to] = [search.step, search.run, search.from, search.to].map((value) =>
      textOf(typeof value === 'number' ? String(value) : value),
    );
    return {
      ...(tab && { tab }),
      ...(step && { step }),
      ...(run && { run }),
      ...(from && { from }),
      ...(to && { to }),
    };
  },
  component: lazyRouteComponent(() => import('./workflow-page.tsx'), 'WorkflowPage'),
});
