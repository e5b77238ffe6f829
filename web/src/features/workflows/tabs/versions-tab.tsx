import { useNavigate } from '@tanstack/react-router';
import { VersionsPanel } from '../draft/versions-panel.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

/** The published versions. Restoring one opens its steps in the builder. */
export function VersionsTab() {
  const { workflow, work } = useWorkflowPage();
  const navigate = useNavigate();
  return (
    <VersionsPanel
      workflow={workflow}
      onRestore={(steps) => {
        work.builder.change(steps);
        void navigate({ to: '/workflows/$id', params: { id: String(workflow.id) } });
      }}
    />
  );
}
