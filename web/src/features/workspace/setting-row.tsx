import { NativeSelect, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeZones } from '../../components/fields/time-zones.ts';
import { SettingInput, settingClassNames } from '../../components/settings/setting-rows.tsx';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import type { FieldName } from './draft.ts';

const clients = Object.entries(texts.metadataClients).map(([value, label]) => ({ value, label }));

/** A setting: its label and help on the left, its input on the right. A changed setting shows its old value. */
export function SettingRow({
  name,
  value,
  old,
  error,
  onChange,
}: {
  name: FieldName;
  value: string;
  /** The saved value, if it was changed. */
  old: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { label, help, unit } = texts.settings[name];
  const shared = {
    label,
    description: help,
    value,
    error,
    classNames: settingClassNames,
    wrapperProps: { 'data-changed': old !== undefined || undefined },
    inputContainer: (input: ReactNode) => (
      <SettingInput>
        {input}
        {old !== undefined && (
          <Text size="xs" c="dimmed" mt={4}>
            {texts.was(shownValue(name, old))}
          </Text>
        )}
      </SettingInput>
    ),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (name === 'metadata_clients' || name === 'timezone')
    return (
      <NativeSelect {...shared} data={name === 'timezone' ? [...new Set([value, ...timeZones])] : clients} />
    );
  if (name === 'name') return <TextInput {...shared} maxLength={200} />;
  return (
    <TextInput
      {...shared}
      inputMode="numeric"
      {...(name === 'history_days' && { placeholder: texts.forEver })}
      rightSection={
        // Hide the unit while the placeholder "Indefinitely" is shown.
        value.trim() !== '' && (
          <Text size="xs" c="dimmed" pr="sm">
            {unit}
          </Text>
        )
      }
      rightSectionWidth="auto"
    />
  );
}

const shownValue = (name: FieldName, value: string): string => {
  if (value === '') return texts.forEver;
  return name === 'metadata_clients'
    ? texts.metadataClients[value as keyof typeof texts.metadataClients]
    : value;
};
