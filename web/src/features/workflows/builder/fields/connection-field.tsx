import { Select, Text } from '@mantine/core';
import { escapeBidi } from '../../../../components/values/escape-bidi.ts';
import { ReadOnlyValue } from '../../../../components/values/read-only-value.tsx';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import type { FieldPlace } from './template-field.tsx';

const { connections: texts } = stepTexts;

/** Chooses one of the workspace's connections, or none. */
export function ConnectionField({
  label,
  description,
  value,
  place,
  onChange,
}: {
  label: string;
  description: string | undefined;
  value: string;
  place: FieldPlace;
  onChange: (name: string | undefined) => void;
}) {
  const {
    language: { connections },
    isReadOnly,
  } = useBuilderContext();
  const error = useProblemsAt(place.path)
    .map(({ message }) => message)
    .join(' ');
  if (isReadOnly) return <ReadOnlyValue label={label} value={value} />;
  const originOf = (name: string) => connections.find((connection) => connection.name === name)?.origin;
  const names = connections.map(({ name }) => name);
  // A connection that was deleted is still shown, so that it can be replaced.
  const listed = value === '' || names.includes(value) ? names : [value, ...names];
  const origin = originOf(value);
  const help = connections.length === 0 ? texts.noneYet : description;
  return (
    <Select
      label={label}
      description={origin === undefined ? help : texts.onlyTo(origin)}
      placeholder={texts.none}
      data={listed.map((name) => ({ value: name, label: escapeBidi(name) }))}
      value={value === '' ? null : value}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.clear }}
      nothingFoundMessage={texts.noMatch}
      comboboxProps={{ withinPortal: false }}
      error={error || undefined}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed">
            {originOf(option.value)}
          </Text>
        </div>
      )}
      onChange={(name) => onChange(name ?? undefined)}
    />
  );
}
