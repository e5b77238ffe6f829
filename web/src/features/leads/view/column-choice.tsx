import { Button, Checkbox, ScrollArea, Stack, Text } from '@mantine/core';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { Field } from '../field.ts';
import { defaultColumns } from './lead-view.ts';

/** Lets the user choose the columns. Columns always appear in the order of the fields. */
export function ColumnChoice({
  fields,
  columns,
  onChange,
}: {
  fields: readonly Field[];
  columns: readonly string[];
  onChange: (columns: string[] | undefined) => void;
}) {
  const toggle = (alias: string, isShown: boolean) => {
    const shown = new Set(columns);
    if (isShown) shown.add(alias);
    else shown.delete(alias);
    const chosen = fields.map((field) => field.alias).filter((one) => shown.has(one));
    if (chosen.length > 0) onChange(chosen.join() === defaultColumns.join() ? undefined : chosen);
  };
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {leadsTexts.columnsHelp}
      </Text>
      <ScrollArea.Autosize mah={320} type="auto">
        <Stack gap={6}>
          {fields
            .filter(({ alias }) => alias !== 'owner_id')
            .map(({ alias, label }) => (
              <Checkbox
                key={alias}
                size="xs"
                label={label}
                checked={columns.includes(alias)}
                onChange={({ currentTarget }) => toggle(alias, currentTarget.checked)}
              />
            ))}
        </Stack>
      </ScrollArea.Autosize>
      <Button size="xs" variant="default" onClick={() => onChange(undefined)}>
        {leadsTexts.usualColumns}
      </Button>
    </Stack>
  );
}
