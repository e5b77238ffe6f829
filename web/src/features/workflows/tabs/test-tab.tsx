import { Navigate } from '@tanstack/react-router';
import { TryPanel } from '../trial/try-panel.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

/** Test runs of the draft, or of a published version. Users who can't edit the workflow get the Build tab instead. */
export function TestTab() {
  const { workflow, work, sample } = useWorkflowPage();
  if (!workflow.may_edit)
    return <Navigate to="/workflows/$id" params={{ id: String(workflow.id) }} replace />;
  return <TryPanel workflow={workflow.id} work={work} sample={sample} />;
}
