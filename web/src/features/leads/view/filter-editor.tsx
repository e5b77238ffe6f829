import { ActionIcon, Button, Group, NativeSelect, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { filterTexts } from '../../../texts/leads/views.ts';
import { type Field, useLeadForm } from '../field.ts';
import { FilterValue } from './filter-value.tsx';
import { type Condition, isCondition, type LeadView } from './lead-view.ts';

/**
 * Edits the filters. As in the API, each filter has a field, an operator that the field's type supports, and a value.
 * Leads must match either all filters or any of them.
 */
export function FilterEditor({
  view,
  onApply,
}: {
  view: LeadView;
  onApply: (change: Pick<LeadView, 'filters' | 'match'>) => void;
}) {
  const { fields, byAlias } = useLeadForm();
  const offered = fields.filter(({ operators }) => operators.length > 0);
  const [entries, setEntries] = useState<unknown[]>(
    view.filters ?? [newCondition(byAlias.get('status') ?? offered[0])],
  );
  const [match, setMatch] = useState(view.match ?? 'all');
  const put = (index: number, entry: unknown) =>
    setEntries(entries.map((one, at) => (at === index ? entry : one)));
  const apply = () => {
    const filters = entries.filter((entry) => !isCondition(entry) || isComplete(entry)).map(tidied);
    onApply({
      ...(filters.length > 0 && { filters }),
      ...(match === 'any' && filters.length > 0 && { match }),
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
        <SegmentedControl
          size="xs"
          aria-label={filterTexts.match}
          value={match}
          onChange={(chosen) => setMatch(chosen === 'any' ? 'any' : 'all')}
          data={[
            { value: 'all', label: filterTexts.all },
            { value: 'any', label: filterTexts.any },
          ]}
        />
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID and keep their order
          <Paper key={index} withBorder p="xs">
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Stack gap={6} flex={1} miw={0}>
                {isCondition(entry) ? (
                  <OneFilter entry={entry} offered={offered} onChange={(changed) => put(index, changed)} />
                ) : (
                  <Text size="sm">{filterTexts.group(countOf(entry))}</Text>
                )}
              </Stack>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={filterTexts.remove}
                onClick={() => setEntries(entries.filter((_, at) => at !== index))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          </Paper>
        ))}
        <Group justify="space-between">
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEntries([...entries, newCondition(offered[0])])}
          >
            {filterTexts.add}
          </Button>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => onApply({})}>
              {filterTexts.clear}
            </Button>
            <Button size="xs" type="submit">
              {filterTexts.apply}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function OneFilter({
  entry,
  offered,
  onChange,
}: {
  entry: Condition;
  offered: readonly Field[];
  onChange: (entry: Condition) => void;
}) {
  const field = offered.find(({ alias }) => alias === entry.alias) ?? offered[0];
  if (!field) return null;
  const { operators } = filterTexts;
  return (
    <>
      <Group grow gap="xs">
        <NativeSelect
          size="xs"
          aria-label={filterTexts.field}
          value={field.alias}
          data={offered.map(({ alias, label }) => ({ value: alias, label }))}
          onChange={({ currentTarget }) =>
            onChange(newCondition(offered.find(({ alias }) => alias === currentTarget.value)))
          }
        />
        <NativeSelect
          size="xs"
          aria-label={filterTexts.operator}
          value={entry.operator}
          data={field.operators.map((operator) => ({
            value: operator,
            label: operators[operator] ?? operator,
          }))}
          onChange={({ currentTarget }) => onChange({ alias: field.alias, operator: currentTarget.value })}
        />
      </Group>
      <FilterValue
        field={field}
        operator={entry.operator}
        value={entry.value}
        onChange={(value) => onChange({ ...entry, value })}
      />
    </>
  );
}

const newCondition = (field: Field | undefined): Condition => ({
  alias: field?.alias ?? 'id',
  operator: field?.operators.includes('contains') ? 'contains' : 'eq',
});

/** Conditions without a value are ignored. */
function isComplete({ operator, value }: Condition): boolean {
  if (operator === 'is_empty' || operator === 'is_not_empty') return true;
  if (Array.isArray(value)) return value.some((one) => one !== null && one !== '');
  return value !== null && value !== undefined && value !== '';
}

const tidied = (entry: unknown): unknown =>
  isCondition(entry) && Array.isArray(entry.value) && entry.operator !== 'between'
    ? { ...entry, value: entry.value.filter((one) => one !== '') }
    : entry;

function countOf(entry: unknown): number {
  const { all, any } = entry as { all?: unknown[]; any?: unknown[] };
  return (all ?? any ?? []).length;
}
