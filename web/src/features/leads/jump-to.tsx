import { Button, Group, TextInput } from '@mantine/core';
import { IconArrowBarDown, IconArrowBarUp } from '@tabler/icons-react';
import { useState } from 'react';
import { leadsTexts } from '../../texts/leads/leads.ts';
import type { Field } from './field.ts';
import { typeOf } from './field-types.ts';

/** Jumps within a long list: to a value of the sorted field, to the start or to the end. */
export function JumpTo({
  field,
  isDescending,
  onGo,
}: {
  /** The field that the list is sorted by. */
  field: Field;
  isDescending: boolean;
  onGo: (to: { at?: string; end?: true }) => void;
}) {
  const [typed, setTyped] = useState('');
  const { goTo, goToInput } = typeOf(field);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onGo({ at: goTo(typed, isDescending) });
      }}
    >
      <Group gap="xs">
        <TextInput
          size="xs"
          w={190}
          type={goToInput}
          aria-label={leadsTexts.goTo(field.label)}
          placeholder={leadsTexts.goTo(field.label)}
          title={leadsTexts.goTo(field.label)}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" disabled={typed.trim() === ''}>
          {leadsTexts.go}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconArrowBarUp size={14} />}
          onClick={() => onGo({})}
        >
          {leadsTexts.toBeginning}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconArrowBarDown size={14} />}
          onClick={() => onGo({ end: true })}
        >
          {leadsTexts.toEnd}
        </Button>
      </Group>
    </form>
  );
}
