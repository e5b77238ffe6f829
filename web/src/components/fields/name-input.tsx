import { TextInput, type TextInputProps } from '@mantine/core';

/** The field for the name of a thing: it has to have one, no longer than the server takes. */
export const NameInput = ({
  onChange,
  maxLength = 100,
  ...more
}: Omit<TextInputProps, 'onChange'> & { value: string; onChange: (name: string) => void }) => (
  <TextInput
    {...more}
    maxLength={maxLength}
    required
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
