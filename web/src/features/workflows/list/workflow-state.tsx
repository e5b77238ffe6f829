import { Badge, Group } from '@mantine/core';
import { IconCircleFilled } from '@tabler/icons-react';
import { workflowsTexts } from '../../../texts/workflows/workflows.ts';

interface State {
  readonly enabled: boolean;
  readonly version: number;
  readonly hasDraft: boolean;
  readonly hasListener?: boolean;
  readonly isOwnerActive?: boolean;
}

/** The workflow's status as badges. */
export function WorkflowState({
  enabled,
  version,
  hasDraft,
  hasListener = true,
  isOwnerActive = true,
}: State) {
  const { states } = workflowsTexts;
  const isOn = enabled && isOwnerActive;
  return (
    <Group gap={6}>
      {version === 0 ? (
        <Badge variant="default">{states.neverPublished}</Badge>
      ) : (
        <Badge
          variant="default"
          leftSection={
            <IconCircleFilled size={8} color={`var(--mantine-color-${isOn ? 'green' : 'gray'}-6)`} />
          }
        >
          {enabled ? states.on : states.off}
        </Badge>
      )}
      {enabled && !isOwnerActive && (
        <Badge variant="outline" color="gray">
          {states.ownerOff}
        </Badge>
      )}
      {hasDraft && version > 0 && <Badge variant="default">{states.draft}</Badge>}
      {!hasListener && <Badge variant="default">{states.noListener}</Badge>}
    </Group>
  );
}
