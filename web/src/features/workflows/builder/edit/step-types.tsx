import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { stepTypes } from '../../../../api/step-types.gen.ts';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import classes from '../builder.module.css';
import { findStepTypes } from './find-step-types.ts';
import { moveFocus } from './move-focus.ts';
import { stepGroups } from './new-step.ts';

/** Lists the step types by group or, once the user types, the matching ones. Arrow keys move through the list. */
export function StepTypes({ onChoose }: { onChoose: (type: string) => void }) {
  const [typed, setTyped] = useState('');
  const matches = findStepTypes(typed);
  const [best] = matches;
  return (
    <Stack gap={8} onKeyDown={moveFocus}>
      <TextInput
        data-autofocus
        size="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={stepTexts.find}
        placeholder={stepTexts.find}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (best) onChoose(best);
        }}
      />
      {best === undefined && (
        <Text size="sm" c="dimmed" px={8} py={4}>
          {stepTexts.notFound}
        </Text>
      )}
      {typed.trim() === '' ? (
        stepGroups.map(({ label, types }) => (
          <div key={label}>
            <Text size="xs" fw={500} c="dimmed" px={8} pt={4} pb={4}>
              {label}
            </Text>
            <Choices types={types} onChoose={onChoose} />
          </div>
        ))
      ) : (
        <Choices types={matches} onChoose={onChoose} />
      )}
    </Stack>
  );
}

const Choices = ({ types, onChoose }: { types: readonly string[]; onChoose: (type: string) => void }) =>
  types.map((type) => (
    <UnstyledButton key={type} className={classes.choice} onClick={() => onChoose(type)}>
      <StepTile type={type} size={28} />
      <span>
        <Text size="sm" span fw={500}>
          {stepTexts.types[type]?.label}
        </Text>
        <Text size="xs" c="dimmed" span display="block">
          {stepTypes[type]?.about}
        </Text>
      </span>
    </UnstyledButton>
  ));
