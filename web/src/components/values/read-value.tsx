import { Input, Text } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';

/** A value for who may look at it and not change it: plain text where others have a field. */
export const ReadValue = ({
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
