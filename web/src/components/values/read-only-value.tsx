import { Input, Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

/** Shows a value as text to users who can see but not edit it. */
export const ReadOnlyValue = ({
  label,
  description,
  value,
}: {
  label: string | undefined;
  description?: string;
  value: string;
}) => (
  <Input.Wrapper label={label} labelElement="div" description={description}>
    <Text size="sm" mt={4}>
      {value === '' ? sharedTexts.nothing : value}
    </Text>
  </Input.Wrapper>
);
