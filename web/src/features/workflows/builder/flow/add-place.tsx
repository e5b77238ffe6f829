import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useBuilderContext } from '../builder-context.ts';
import { AddStep } from '../edit/add-step.tsx';
import { type StepPath, stepText } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';
import classes from './flow.module.css';

/** A place on the line between two steps, where a step can be added or dropped. */
export function AddPlace({
  list,
  at,
  label,
  work,
}: {
  list: StepPath;
  at: number;
  label: string;
  work: StepWork;
}) {
  const { isReadOnly } = useBuilderContext();
  if (isReadOnly) return <div className={classes.wire} />;
  return (
    <div className={classes.wire} data-drop={stepText([...list, at])}>
      <AddStep
        onAdd={(type) => work.add(list, at, type)}
        button={({ onClick, isOpen }) => (
          <UnstyledButton
            className={classes.plus}
            aria-label={label}
            aria-expanded={isOpen}
            data-place={stepText([...list, at])}
            onClick={onClick}
            onPaste={(event) => {
              event.preventDefault();
              work.paste(list, at, event.clipboardData.getData('text/plain'));
            }}
          >
            <IconPlus size={13} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
      />
    </div>
  );
}
