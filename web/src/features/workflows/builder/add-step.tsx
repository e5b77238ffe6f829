import { Button, Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import classes from './builder.module.css';
import { StepTypes } from './step-types.tsx';

/** A button that shows the step types and adds a step of the chosen type. */
export function AddStep({
  label,
  list,
  onAdd,
}: {
  /** The accessible name. It starts with the button's text and describes where the step is added. */
  label: string;
  /** The path of the list above the button, if any. */
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
      // Let Mantine return the focus. Focusing the button manually after a click elsewhere would scroll the page away from
      // the click target.
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
