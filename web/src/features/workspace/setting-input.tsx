import { NativeSelect, Text, TextInput } from '@mantine/core';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import type { SettingName } from './draft.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const clients = Object.entries(texts.metadataClients).map(([value, label]) => ({ value, label }));

/** One setting, with the sentence what it does. */
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
        // "for ever" is no number of days.
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
