import { ActionIcon, Button, Input, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { filterTexts } from '../../../../texts/leads/views.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import classes from './filters-field.module.css';
import { type Filter, filtersIn, newFilter, textOfValue, withOperator, withText } from './search-filters.ts';
import { type FieldPlace, TemplateField } from './template-field.tsx';
import { TreeField } from './tree-field.tsx';

const texts = stepTexts.filters;

interface FiltersProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly place: FieldPlace;
  readonly description?: string | undefined;
}

/** Edits the filters of a search for leads: a row for each, or JSON. Groups and expressions can only be edited as JSON. */
export function FiltersField({ label, value, onChange, place, description }: FiltersProps) {
  const [isJson, setJson] = useState(false);
  const filters = filtersIn(value);
  const isInRows = filters !== undefined && !isJson;
  return (
    <div className={classes.field}>
      <SegmentedControl
        size="xs"
        className={classes.mode ?? ''}
        aria-label={texts.mode}
        value={isInRows ? 'rows' : 'json'}
        onChange={(next) => setJson(next === 'json')}
        data={[
          { value: 'rows', label: texts.rows, disabled: filters === undefined },
          { value: 'json', label: stepTexts.treeJson },
        ]}
      />
      {isInRows ? (
        <Rows label={label} filters={filters} onChange={onChange} place={place} description={description} />
      ) : (
        <TreeField
          label={label}
          value={value}
          onChange={onChange}
          place={place}
          description={filters === undefined ? texts.onlyJson : description}
          mayBeNone
        />
      )}
    </div>
  );
}

function Rows({
  label,
  filters,
  onChange,
  place,
  description,
}: Omit<FiltersProps, 'value'> & { filters: readonly Filter[] }) {
  const { isReadOnly, language } = useBuilderContext();
  const error = useProblemsAt(place.path)
    .map(({ message }) => message)
    .join(' ');
  const write = (changed: readonly Filter[]) => onChange(changed.length === 0 ? undefined : changed);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error || undefined}
      errorProps={{ mt: 4 }}
    >
      <Stack gap="xs" mt={6} role="group" aria-label={label}>
        {filters.length === 0 && (
          <Text size="xs" c="dimmed">
            {texts.none}
          </Text>
        )}
        {filters.map((filter, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: filters have no ID and keep their order
            key={index}
            filter={filter}
            number={index + 1}
            place={{ ...place, path: [...place.path, index] }}
            onChange={(changed) => write(filters.with(index, changed))}
            onRemove={() => write(filters.toSpliced(index, 1))}
          />
        ))}
        {!isReadOnly && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            fw={500}
            leftSection={<IconPlus size={14} />}
            onClick={() => write([...filters, newFilter(language.lead_fields[0]?.alias)])}
            style={{ alignSelf: 'flex-start' }}
          >
            {texts.add}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function Row({
  filter,
  number,
  place,
  onChange,
  onRemove,
}: {
  filter: Filter;
  number: number;
  place: FieldPlace;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
}) {
  const { language, isReadOnly } = useBuilderContext();
  const problem = useProblemsAt([...place.path, 'alias'])[0]?.message;
  const { alias, operator, value } = filter;
  const fields = language.lead_fields.map((one) => ({ value: one.alias, label: one.label }));
  const known = fields.some((one) => one.value === alias);
  const template = (
    label: string,
    at: readonly (string | number)[],
    of: unknown,
    write: (of: unknown) => void,
  ) => (
    <TemplateField
      label={label}
      isLabelHidden
      value={textOfValue(of)}
      onChange={(text) => write(withText(operator, of, text))}
      place={{ ...place, path: [...place.path, 'value', ...at] }}
      hint={filterTexts.value}
    />
  );
  return (
    <div className={classes.row}>
      <NativeSelect
        size="xs"
        aria-label={texts.field(number)}
        disabled={isReadOnly}
        value={alias}
        error={problem}
        data={known ? fields : [{ value: alias, label: alias }, ...fields]}
        onChange={({ currentTarget }) => onChange({ ...filter, alias: currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.operator(number)}
        disabled={isReadOnly}
        value={operator}
        data={Object.entries(filterTexts.operators).map(([one, label]) => ({ value: one, label }))}
        onChange={({ currentTarget }) => onChange(withOperator(filter, currentTarget.value))}
      />
      {!isReadOnly && (
        <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(number)} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
      {operator === 'between' && Array.isArray(value) ? (
        <div className={classes.range}>
          {template(texts.from(number), [0], value[0], (from) =>
            onChange({ ...filter, value: [from, value[1]] }),
          )}
          {template(texts.to(number), [1], value[1], (to) => onChange({ ...filter, value: [value[0], to] }))}
        </div>
      ) : (
        'value' in filter && (
          <div className={classes.value}>
            {template(texts.value(number), [], value, (next) => onChange({ ...filter, value: next }))}
          </div>
        )
      )}
    </div>
  );
}
