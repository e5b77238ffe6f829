import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TryPanel } from '../trial/try-panel.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

/** Test runs of the draft, or of a published version. Users who can't edit the workflow get the Build tab instead. */
export function TestTab() {
  const { workflow, work, sample } = useWorkflowPage();
  const { id, may_edit } = workflow;
  const navigate = useNavigate();
  // The router's own component would navigate again whenever the page renders while it opens the other tab.
  useEffect(() => {
    if (!may_edit) void navigate({ to: '/workflows/$id', params: { id: String(id) }, replace: true });
  }, [may_edit, id, navigate]);
  return may_edit ? <TryPanel workflow={id} work={work} sample={sample} /> : null;
}
