import { ActionIcon, Autocomplete, Button, Input, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { sharedTexts } from '../../../../texts/shared.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import classes from '../builder.module.css';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import { overwritten } from './setting-value.ts';
import { type FieldPlace, TemplateField } from './template-field.tsx';

type Entries = readonly (readonly [name: string, value: unknown])[];

interface MapProps {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: Record<string, unknown>) => void;
  readonly place: FieldPlace;
  readonly description?: string | undefined;
  readonly names?: readonly string[];
  /** What the entries are called on screen. */
  readonly words?: keyof typeof stepTexts.map;
}

/** Edits a map of names to templates, such as a lead's fields. Can suggest names. */
export function MapField({
  label,
  value,
  onChange,
  place,
  description,
  names = [],
  words = 'entry',
}: MapProps) {
  const texts = stepTexts.map[words];
  const { isReadOnly } = useBuilderContext();
  const problems = useProblemsAt(place.path);
  const [shown, write] = useEntries(value, onChange);
  const [added, setAdded] = useState<number>();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      errorProps={{ mt: 4 }}
      error={problems.map(({ message }) => message).join(' ') || undefined}
    >
      <Stack gap="xs" mt={4} role="group" aria-label={label}>
        {shown.map((entry, index) => (
          <MapRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while the user types
            key={index}
            label={label}
            entry={entry}
            isNew={index === added}
            texts={texts}
            names={names.filter((known) => !shown.some(([other], at) => at !== index && other === known))}
            place={place}
            onChange={(changed) => write(shown.with(index, changed))}
            onRemove={() => write(shown.toSpliced(index, 1))}
          />
        ))}
        {!isReadOnly && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            fw={500}
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              setAdded(shown.length);
              write([...shown, ['', '']]);
            }}
            style={{ alignSelf: 'flex-start' }}
          >
            {texts.add}
          </Button>
        )}
        {isReadOnly && shown.length === 0 && <Text size="sm">{sharedTexts.nothing}</Text>}
      </Stack>
    </Input.Wrapper>
  );
}

/** Keeps the rows as typed. A half-typed name can briefly equal another row's name, and neither row may be lost then. */
function useEntries(value: unknown, onChange: MapProps['onChange']) {
  const stored: Entries = Object.entries((value ?? {}) as Record<string, unknown>);
  const [rows, setRows] = useState(stored);
  const write = (entries: Entries) => {
    setRows(entries);
    onChange(Object.fromEntries(entries));
  };
  return [sameEntries(rows, stored) ? rows : stored, write] as const;
}

interface RowProps {
  readonly label: string;
  readonly entry: Entries[number];
  /** Whether the row was just added. If so, its name gets the focus. */
  readonly isNew: boolean;
  readonly texts: (typeof stepTexts.map)[keyof typeof stepTexts.map];
  readonly names: readonly string[];
  readonly place: FieldPlace;
  readonly onChange: (entry: Entries[number]) => void;
  readonly onRemove: () => void;
}

/** A row with a name and its template. */
function MapRow({ label, entry: [name, value], isNew, texts, names, place, onChange, onRemove }: RowProps) {
  const { isReadOnly } = useBuilderContext();
  const template = (
    <TemplateField
      label={isReadOnly ? name : texts.value(name)}
      isLabelHidden={!isReadOnly}
      value={typeof value === 'string' ? value : JSON.stringify(value)}
      onChange={(text) => onChange([name, overwritten(value, text)])}
      place={{ ...place, path: [...place.path, name] }}
      hint={stepTexts.hints.value}
    />
  );
  if (isReadOnly) return template;
  return (
    <div className={classes.entry}>
      <Autocomplete
        aria-label={`${label}: ${texts.name}`}
        placeholder={texts.name}
        value={name}
        autoFocus={isNew}
        data={[...names]}
        onChange={(text) => onChange([text, value])}
        comboboxProps={{ withinPortal: false }}
      />
      <div className={classes.value}>{template}</div>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(name)} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}

/** Whether the rows, after merging duplicate names, match the stored entries. */
const sameEntries = (rows: Entries, stored: Entries): boolean =>
  JSON.stringify(Object.entries(Object.fromEntries(rows))) === JSON.stringify(stored);
