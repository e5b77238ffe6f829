import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { filterTexts } from '../../../texts/leads/views.ts';
import { useLeadForm } from '../field.ts';
import { Conditions, completeFilters, type Filters, newCondition } from './conditions.tsx';
import type { LeadView } from './lead-view.ts';

/** Edits the filters of the list. Conditions without a value are ignored. */
export function FilterEditor({
  view,
  onApply,
}: {
  view: LeadView;
  onApply: (change: Pick<LeadView, 'filters' | 'match'>) => void;
}) {
  const { fields, byAlias } = useLeadForm();
  const first = byAlias.get('status') ?? fields.find(({ operators }) => operators.length > 0);
  const [draft, setDraft] = useState<Filters>({
    filters: view.filters ?? [newCondition(first)],
    match: view.match ?? 'all',
  });
  const apply = () => {
    const filters = completeFilters(draft.filters);
    onApply({
      ...(filters.length > 0 && { filters }),
      ...(draft.match === 'any' && filters.length > 0 && { match: draft.match }),
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap="sm">
        <Conditions value={draft} onChange={setDraft} />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={() => onApply({})}>
            {filterTexts.clear}
          </Button>
          <Button size="xs" type="submit">
            {filterTexts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
