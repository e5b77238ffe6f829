import { Badge, Group, VisuallyHidden } from '@mantine/core';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { workflowPageTexts } from '../../../texts/workflows/workflow-page.ts';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';
import type { Workflow } from '../draft/use-draft.ts';

const { states: texts } = workflowPageTexts;

/** The published version, and whether it is live, next to the workflow's name. */
export const WorkflowTitleState = ({ workflow: { enabled, version, draft } }: { workflow: Workflow }) => (
  <Group gap={6}>
    {version === 0 ? (
      <Badge variant="default">{workflowsTexts.states.neverPublished}</Badge>
    ) : (
      <StateChip tone={enabled ? 'good' : 'off'}>
        <span aria-hidden>{enabled ? texts.live(version) : texts.disabled(version)}</span>
        <VisuallyHidden>
          {enabled ? '' : `${workflowsTexts.states.off}. `}
          {builderTexts.version(version)}
        </VisuallyHidden>
      </StateChip>
    )}
    {draft.is_changed && version > 0 && (
      <Badge variant="default" visibleFrom="sm">
        {workflowsTexts.states.draft}
      </Badge>
    )}
  </Group>
);
