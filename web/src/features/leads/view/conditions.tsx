import { ActionIcon, Button, Group, NativeSelect, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { filterTexts } from '../../../texts/leads/views.ts';
import { type Field, useLeadForm } from '../field.ts';
import { typeOf } from '../field-types.ts';
import { FilterValue } from './filter-value.tsx';
import { type Condition, isCondition } from './lead-view.ts';

export interface Filters {
  readonly filters: readonly unknown[];
  readonly match: 'all' | 'any';
}

/**
 * Edits filters for leads. As in the API, each filter has a field, an operator that the field's type supports, and a
 * value. Leads must match either all filters or any of them.
 */
export function Conditions({
  value: { filters, match },
  onChange,
}: {
  value: Filters;
  onChange: (value: Filters) => void;
}) {
  const { fields } = useLeadForm();
  const offered = fields.filter(({ operators }) => operators.length > 0);
  const set = (changed: readonly unknown[]) => onChange({ filters: changed, match });
  return (
    <Stack gap="sm">
      {filters.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={filterTexts.match}
          value={match}
          onChange={(chosen) => onChange({ filters, match: chosen === 'any' ? 'any' : 'all' })}
          data={[
            { value: 'all', label: filterTexts.all },
            { value: 'any', label: filterTexts.any },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {filters.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ID and keep their order
        <Paper key={index} withBorder p="xs">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Stack gap={6} flex={1} miw={0}>
              {isCondition(entry) ? (
                <OneFilter
                  entry={entry}
                  offered={offered}
                  onChange={(changed) => set(filters.map((other, at) => (at === index ? changed : other)))}
                />
              ) : (
                <Text size="sm">{filterTexts.group(countOf(entry))}</Text>
              )}
            </Stack>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={filterTexts.remove}
              onClick={() => set(filters.filter((_, at) => at !== index))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => set([...filters, newCondition(offered[0])])}
        >
          {filterTexts.add}
        </Button>
      </div>
    </Stack>
  );
}

/** Returns the filters without incomplete conditions. */
export const completeFilters = (filters: readonly unknown[]): unknown[] =>
  filters.filter((entry) => !isCondition(entry) || isComplete(entry)).map(tidied);

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

export const newCondition = (field: Field | undefined): Condition => ({
  alias: field?.alias ?? 'id',
  operator: field === undefined ? 'eq' : defaultOperator(field),
});

function defaultOperator(field: Field): string {
  if (typeOf(field).ListEditor) return 'in';
  return field.operators.includes('contains') ? 'contains' : 'eq';
}

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
