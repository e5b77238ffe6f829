import { Button, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import classes from './builder.module.css';
import { StepTypes } from './step-types.tsx';

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
