import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { stepTexts } from '../../../texts/workflow-steps.ts';
import classes from './builder.module.css';
import { stepGroups } from './new-step.ts';

/** The types of steps, found by a few letters; arrows go from one to the next. */
export function StepTypes({ onChoose }: { onChoose: (type: string) => void }) {
  const [typed, setTyped] = useState('');
  const groups = Object.entries(stepGroups)
    .map(([group, types]) => ({
      group: group as keyof typeof stepGroups,
      types: types.filter(isMeant(typed)),
    }))
    .filter(({ types }) => types.length > 0);
  const first = groups[0]?.types[0];
  return (
    <Stack gap={2} onKeyDown={walk}>
      <TextInput
        data-autofocus
        size="xs"
        aria-label={stepTexts.find}
        placeholder={stepTexts.find}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (first) onChoose(first);
        }}
      />
      {first === undefined && (
        <Text size="sm" c="dimmed" px={6} py={4}>
          {stepTexts.notFound}
        </Text>
      )}
      {groups.map(({ group, types }) => (
        <div key={group}>
          <Text size="xs" fw={600} c="dimmed" px={6} pt={4}>
            {stepTexts.groups[group]}
          </Text>
          {types.map((type) => (
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
}

/** Its name, what it does, or its type as `hark apply` knows it. */
const isMeant = (typed: string) => (type: string) =>
  [type, ...(stepTexts.types[type] ?? [])].join(' ').toLowerCase().includes(typed.trim().toLowerCase());

function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
