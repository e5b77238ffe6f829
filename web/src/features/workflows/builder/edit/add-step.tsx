import { Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import classes from '../builder.module.css';
import { StepTypes } from './step-types.tsx';

/** The menu stays below the title bar and the tabs. */
const screenEdge = { top: 110, bottom: 12, left: 12, right: 12 };

/** A menu of step types that opens at its button. */
export function AddStep({
  button,
  onAdd,
}: {
  /** Returns the button. It must be a single element that accepts a ref. */
  button: (props: { onClick: () => void; isOpen: boolean }) => ReactNode;
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
      position="bottom"
      middlewares={{ flip: false, shift: { crossAxis: true, padding: screenEdge } }}
      width="min(360px, calc(100vw - 2rem))"
      shadow="md"
      radius="lg"
      trapFocus
      // Let Mantine return the focus. Focusing the button manually after a click elsewhere would scroll the page away from
      // the click target.
      returnFocus
    >
      <Popover.Target>{button({ onClick: () => setOpen(!isOpen), isOpen })}</Popover.Target>
      <Popover.Dropdown aria-label={stepTexts.addTitle} p={8} className={classes.choices}>
        <StepTypes onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
