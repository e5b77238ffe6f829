import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopyPlus,
  IconCornerDownRight,
  IconDots,
  IconNote,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { type StepPath, stepText, type WrittenStep } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';

const texts = flowTexts.panel;

export interface OpenStep {
  readonly step: WrittenStep;
  readonly path: StepPath;
  readonly work: StepWork;
  /** Shows the field for the step's note. */
  readonly onNote: () => void;
}

/** The actions on a whole step. Most have a keyboard shortcut on the step's card (card-keys.ts). */
export function StepMenu({ step, path, work, onNote }: OpenStep) {
  const { disabled, ...enabled } = step;
  const here = stepText(path.slice(0, -1));
  const places = work.places.filter(
    ({ value }) => value !== here && !`${value}.`.startsWith(`${stepText(path)}.`),
  );
  return (
    <Menu position="bottom-end" width={240} shadow="md" radius="md">
      <Menu.Target>
        <ActionIcon aria-label={`${texts.more}: ${stepTitle(step.name)}`} ml="auto">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={14} />} onClick={() => work.move(path, -1)}>
          {stepTexts.up}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={14} />} onClick={() => work.move(path, 1)}>
          {stepTexts.down}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={14} />} onClick={() => work.duplicate(path)}>
          {stepTexts.duplicate}
        </Menu.Item>
        <Menu.Item
          leftSection={disabled === true ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
          onClick={() =>
            work.replace(path, (disabled === true ? enabled : { ...step, disabled: true }) as WrittenStep, '')
          }
        >
          {disabled === true ? texts.enable : texts.disable}
        </Menu.Item>
        <Menu.Item leftSection={<IconNote size={14} />} onClick={onNote}>
          {typeof step.note === 'string' ? texts.editNote : texts.addNote}
        </Menu.Item>
        {places.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{texts.moveTo}</Menu.Label>
            {places.map(({ value, label }) => (
              <Menu.Item
                key={value}
                leftSection={<IconCornerDownRight size={14} />}
                onClick={() => work.moveTo(path, value)}
              >
                {label}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => work.remove(path)}>
          {stepTexts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
