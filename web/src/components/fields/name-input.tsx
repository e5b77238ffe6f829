import { TextInput, type TextInputProps } from '@mantine/core';

/** A required input for a name. It enforces the server's maximum length. */
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
