import { Badge, Group, VisuallyHidden } from '@mantine/core';
import { useNarrow } from '../../../components/page/use-narrow.ts';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { workflowPageTexts } from '../../../texts/workflows/workflow-page.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import type { Workflow } from '../draft/use-draft.ts';
import { WorkflowState } from '../list/workflow-state.tsx';

const { states: texts } = workflowPageTexts;

/**
 * The published version, next to the workflow's name. Without the switch, also whether the workflow is enabled. While the
 * draft's controls are in the same bar, they show its status.
 */
export function WorkflowTitleState({ workflow, hasDraftBar }: { workflow: Workflow; hasDraftBar: boolean }) {
  const { enabled, version, draft, may_edit } = workflow;
  const hasSwitch = !useNarrow() && may_edit;
  return (
    <Group gap={6} wrap="nowrap" flex="none">
      {(version === 0 || !hasSwitch) && (
        <WorkflowState enabled={enabled} version={version} hasDraft={false} />
      )}
      {version > 0 && (
        <Badge variant="default">
          <span aria-hidden>{texts.version(version)}</span>
          <VisuallyHidden>{builderTexts.version(version)}</VisuallyHidden>
        </Badge>
      )}
      {draft.is_changed && version > 0 && !hasDraftBar && (
        <Badge variant="default" visibleFrom="sm">
          {workflowsTexts.states.draft}
        </Badge>
      )}
    </Group>
  );
}
