import { Autocomplete, Combobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/queries.ts';
import { ValueChip } from '../../../components/chips/value-chip.tsx';
import { leadsTexts } from '../../../texts/leads/leads.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { ChoiceList } from './choice-list.tsx';
import { select, showChip } from './select.tsx';
import { text } from './text.tsx';
import { nullIfEmpty, textIn } from './text-editor.tsx';

const keptMs = 30_000;

/** The values of a field that leads have, the most frequent first. */
export function useValuesInUse(field: 'status' | 'tags'): string[] {
  const { data } = useQuery({
    ...query('GET /leads/values/:field', { params: { field } }),
    staleTime: keptMs,
  });
  return data?.values.map(({ value }) => value) ?? [];
}

/** Returns the statuses in use, or usual ones as long as no lead has a status. */
function useOfferedStatuses(): readonly string[] {
  const inUse = useValuesInUse('status');
  return inUse.length > 0 ? inUse : leadsTexts.usualStatuses;
}

/** Offers statuses. A status is text, so any other value can be typed. */
function StatusEditor({ input, hint, value, isBare, onChange, onDone }: EditorProps) {
  const offered = useOfferedStatuses();
  const typed = textIn(value);
  return (
    <Autocomplete
      {...input}
      {...hint}
      data={offered}
      {...(!isBare && { rightSection: <Combobox.Chevron />, rightSectionPointerEvents: 'none' as const })}
      value={typed}
      onChange={(next) => onChange(nullIfEmpty(next))}
      // Mantine reports the chosen option before it changes the value.
      onOptionSubmit={(chosen) => {
        onChange(chosen);
        onDone?.();
      }}
      // A complete value doesn't hide the others, so that users can choose another one right away.
      filter={({ options, search }) => {
        const isPart = (label: string) => label.toLowerCase().includes(search.trim().toLowerCase());
        return offered.includes(search)
          ? options
          : options.filter((option) => 'label' in option && isPart(option.label));
      }}
      renderOption={({ option }) => <ValueChip value={option.value} />}
      comboboxProps={{ width: 200, position: 'bottom-start', shadow: 'md' }}
    />
  );
}

const StatusList = (props: EditorProps) => (
  <ChoiceList {...props} choices={useOfferedStatuses()} show={showChip} />
);

/** The built-in status: text, shown like a choice. */
export const status: FieldType = {
  ...text,
  Editor: StatusEditor,
  FilterEditor: StatusEditor,
  ListEditor: StatusList,
  Value: select.Value,
  Cell: select.Cell,
};
