import { Badge, Group } from '@mantine/core';
import { StateChip } from '../../../components/chips/state-chip.tsx';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';

interface State {
  readonly enabled: boolean;
  readonly version: number;
  readonly hasDraft: boolean;
  readonly isOwnerActive?: boolean;
}

/** The workflow's status as badges. */
export function WorkflowState({ enabled, version, hasDraft, isOwnerActive = true }: State) {
  const { states } = workflowsTexts;
  const isOn = enabled && isOwnerActive;
  return (
    <Group gap={6}>
      {version === 0 ? (
        <Badge variant="default">{states.neverPublished}</Badge>
      ) : (
        <StateChip tone={isOn ? 'good' : 'off'}>{enabled ? states.on : states.off}</StateChip>
      )}
      {enabled && !isOwnerActive && (
        <Badge variant="outline" color="gray">
          {states.ownerOff}
        </Badge>
      )}
      {hasDraft && version > 0 && <Badge variant="default">{states.draft}</Badge>}
    </Group>
  );
}
