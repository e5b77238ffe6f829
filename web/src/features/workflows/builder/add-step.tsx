import { Button, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { stepTexts } from '../../../texts/workflow-steps.ts';
import classes from './builder.module.css';
import { stepGroups } from './new-step.ts';

/** Offers the types of steps, and adds the one that is chosen. */
export function AddStep({
  label,
  list,
  onAdd,
}: {
  /** Where to, in words; it begins with what the button says. */
  label: string;
  /** The path of the list, where the button stands below one. */
  list?: string;
  onAdd: (type: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const choose = (type: string) => {
    setOpen(false);
    onAdd(type);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="min(360px, calc(100vw - 2rem))"
      withinPortal={false}
      trapFocus
      // Not by hand: who closes it by clicking elsewhere must arrive there, and a button that takes the focus would scroll the page away.
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          fw={500}
          leftSection={<IconPlus size={14} />}
          data-add={list}
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          {list === undefined ? stepTexts.addBelow : stepTexts.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={stepTexts.addTitle} mah={380} className={classes.choices}>
        <StepTypes onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

const StepTypes = ({ onChoose }: { onChoose: (type: string) => void }) => (
  <Stack gap={2}>
    {(Object.keys(stepGroups) as (keyof typeof stepGroups)[]).map((group) => (
      <div key={group}>
        <Text size="xs" fw={600} c="dimmed" px={6} pt={4}>
          {stepTexts.groups[group]}
        </Text>
        {stepGroups[group].map((type) => (
          <UnstyledButton key={type} className={classes.choice} onClick={() => onChoose(type)}>
            <Text size="sm" span fw={500}>
              {stepTexts.types[type]?.[0]}
            </Text>
            <Text size="xs" c="dimmed" span display="block">
              {stepTexts.types[type]?.[1]}
            </Text>
          </UnstyledButton>
        ))}
      </div>
    ))}
  </Stack>
);
