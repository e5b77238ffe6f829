import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Loading } from '../../../components/page/loading.tsx';
import { TryPanel } from '../trial/try-panel.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

/** Test runs of the draft, or of a published version. Users who can't edit the workflow get the Build tab instead. */
export function TestTab() {
  const { workflow, work, sample } = useWorkflowPage();
  const { id, may_edit } = workflow;
  const navigate = useNavigate();
  const [isReady, setReady] = useState(false);
  // The first sample has its place before anything below it appears.
  if (!isReady && !sample.isLoading) setReady(true);
  // The router's own component would navigate again whenever the page renders while it opens the other tab.
  useEffect(() => {
    if (!may_edit) void navigate({ to: '/workflows/$id', params: { id: String(id) }, replace: true });
  }, [may_edit, id, navigate]);
  if (!may_edit) return null;
  return isReady ? <TryPanel workflow={id} work={work} sample={sample} /> : <Loading />;
}
