import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { AddStep } from './add-step.tsx';

export interface StepActs {
  readonly up: () => void;
  readonly down: () => void;
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** Adds a step of the given type below this one. */
  readonly addBelow: (type: string) => void;
}

/** The buttons that act on a whole step. Their keyboard shortcuts are in step-card.tsx. */
export const StepActions = ({
  name,
  acts,
  places,
  onMoveTo,
}: {
  name: string;
  acts: StepActs;
  places: readonly { value: string; label: string }[];
  onMoveTo: (list: string) => void;
}) => (
  <Group gap={4} justify="space-between">
    <Group gap={2}>
      <Act label={`${stepTexts.up}: ${name}`} icon={<IconArrowUp size={16} />} onClick={acts.up} />
      <Act label={`${stepTexts.down}: ${name}`} icon={<IconArrowDown size={16} />} onClick={acts.down} />
      <Act label={`${stepTexts.duplicate}: ${name}`} icon={<IconCopy size={16} />} onClick={acts.duplicate} />
      <Act label={`${stepTexts.remove}: ${name}`} icon={<IconTrash size={16} />} onClick={acts.remove} />
      <AddStep label={stepTexts.addBelowOf(name)} onAdd={acts.addBelow} />
    </Group>
    {places.length > 1 && (
      <Select
        size="xs"
        w={190}
        aria-label={`${stepTexts.moveTo}: ${name}`}
        placeholder={stepTexts.moveTo}
        value={null}
        data={places}
        onChange={(list) => list !== null && onMoveTo(list)}
        comboboxProps={{ withinPortal: false }}
      />
    )}
  </Group>
);

const Act = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </Tooltip>
);
