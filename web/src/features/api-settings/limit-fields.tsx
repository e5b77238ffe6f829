import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { localTime } from '../../components/values/local-time.ts';
import { apiSettingsTexts } from '../../texts/api-settings.ts';

const texts = apiSettingsTexts.limits;
const dayMs = 86_400_000;
const lifetimes = ['30', '90', '365'] as const;

/** What the user entered: a lifetime in days, or a date in local time. */
export interface ExpiryInput {
  readonly choice: 'never' | (typeof lifetimes)[number] | 'date';
  readonly date: string;
}

const choices = ['never', ...lifetimes, 'date'] as const;

export const expiryInputOf = (at: string | null): ExpiryInput =>
  at === null ? { choice: 'never', date: '' } : { choice: 'date', date: localTime(at) };

/** Returns the time, null for never, or undefined if the date is missing. */
export function expiryOf({ choice, date }: ExpiryInput): string | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(Date.now() + Number(choice) * dayMs).toISOString();
  return date === '' ? undefined : new Date(date).toISOString();
}

export const ExpiryField = ({
  value,
  onChange,
}: {
  value: ExpiryInput;
  onChange: (value: ExpiryInput) => void;
}) => (
  <>
    <NativeSelect
      label={texts.expires}
      value={value.choice}
      data={choices.map((choice) => ({ value: choice, label: texts.choices[choice] }))}
      onChange={({ currentTarget }) =>
        onChange({ ...value, choice: currentTarget.value as ExpiryInput['choice'] })
      }
    />
    {value.choice === 'date' && (
      <TextInput
        type="datetime-local"
        label={texts.date}
        value={value.date}
        min={localTime(new Date().toISOString())}
        onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
      />
    )}
  </>
);

/** Reads addresses from a text field. */
export const addressesOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

export const AddressesField = ({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) => (
  <Textarea
    label={texts.addresses}
    description={texts.addressesHelp}
    placeholder={texts.addressesExample}
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    autosize
    minRows={2}
    maxRows={8}
    spellCheck={false}
  />
);
