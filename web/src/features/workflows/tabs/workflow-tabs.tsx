import { useLocation } from '@tanstack/react-router';
import { useMay } from '../../../api/session.ts';
import { type TabLink, TabLinks } from '../../../components/navigation/tab-links.tsx';
import { workflowPageTexts } from '../../../texts/workflows/workflow-page.ts';
import type { Workflow } from '../draft/use-draft.ts';

const { tabs: texts, tabsLabel } = workflowPageTexts;

/** The links to a workflow's tabs. A tab that the user can't open is left out. */
export function WorkflowTabs({ workflow: { may_edit }, path }: { workflow: Workflow; path: string }) {
  const { pathname, search } = useLocation();
  const may = useMay();
  const tab = (name: keyof typeof texts, sub: string, kept?: object): TabLink => ({
    to: `${path}${sub}`,
    label: texts[name],
    isCurrent: pathname === `${path}${sub}`,
    ...(kept && { search: kept }),
  });
  // Building and testing use the same run.
  const { run } = search as { run?: string };
  const sample = run === undefined ? {} : { run };
  return (
    <TabLinks
      label={tabsLabel}
      links={[
        tab('build', '', sample),
        tab('triggers', '/triggers'),
        ...(may_edit ? [tab('test', '/test', sample)] : []),
        ...(may('runs.view') ? [tab('runs', '/runs')] : []),
        ...(may('listeners.inspect_requests') ? [tab('requests', '/requests')] : []),
        tab('versions', '/versions'),
        tab('settings', '/settings'),
      ]}
    />
  );
}
