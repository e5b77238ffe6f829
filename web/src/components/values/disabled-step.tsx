import { Group, Text } from '@mantine/core';
import { stepTexts } from '../../texts/workflows/workflow-steps.ts';
import { StateChip } from '../chips/state-chip.tsx';
import { StepTile } from '../chips/step-tile.tsx';

/** A step that a run or a test skipped, because it is disabled. */
export const DisabledStep = ({ step }: { step: { readonly name: string; readonly type: string } }) => (
  <Group gap="xs" p="xs" wrap="nowrap">
    <StepTile type={step.type} size={24} />
    <Text span size="sm" c="dimmed" truncate>
      {step.name}
    </Text>
    <StateChip tone="off">{stepTexts.disabled}</StateChip>
  </Group>
);
