import { NativeSelect, Text, TextInput } from '@mantine/core';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import type { SettingName } from './draft.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const clients = Object.entries(texts.metadataClients).map(([value, label]) => ({ value, label }));

/** The input for a setting, with its label and help. */
export function SettingInput({
  name,
  value,
  error,
  onChange,
}: {
  name: SettingName;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { label, help, unit } = texts.settings[name];
  const shared = { label, description: help, value, error, maw: 420 };
  if (name === 'metadata_clients' || name === 'timezone') {
    const data = name === 'timezone' ? [...new Set([value, ...zones])] : clients;
    return <NativeSelect {...shared} data={data} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return (
    <TextInput
      {...shared}
      inputMode="numeric"
      {...(name === 'history_days' && { placeholder: texts.forEver })}
      rightSection={
        // Hide the unit while the placeholder "Indefinitely" is shown.
        value.trim() !== '' && (
          <Text size="sm" c="dimmed" pr="sm">
            {unit}
          </Text>
        )
      }
      rightSectionWidth="auto"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
