import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EditorProps } from '../field-type.ts';
import classes from './field-types.module.css';

type Choice = string | number;

/** Ticks any number of known values. Chosen values stay in the list even if they are no longer among the known ones. */
export function ChoiceList({
  input: { 'aria-label': label },
  value,
  onChange,
  choices,
  show,
}: EditorProps & { choices: readonly Choice[]; show: (choice: Choice) => ReactNode }) {
  const chosen: readonly Choice[] = Array.isArray(value) ? value : [];
  const offered = [...new Set([...choices, ...chosen])];
  return (
    <fieldset aria-label={label} className={classes.choices}>
      {offered.map((choice) => (
        <Checkbox
          key={choice}
          label={show(choice)}
          checked={chosen.includes(choice)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, choice] : chosen.filter((other) => other !== choice))
          }
        />
      ))}
    </fieldset>
  );
}
