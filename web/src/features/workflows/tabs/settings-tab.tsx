import { WorkflowSettingsPanel } from '../settings-panel.tsx';
import { ShownWorkflowSettings } from '../shown-settings.tsx';
import { useWorkflowPage } from '../workflow-context.ts';

/** The workflow's name and owner. */
export function SettingsTab() {
  const { workflow } = useWorkflowPage();
  return workflow.may_edit ? (
    <WorkflowSettingsPanel workflow={workflow} />
  ) : (
    <ShownWorkflowSettings workflow={workflow} />
  );
}
