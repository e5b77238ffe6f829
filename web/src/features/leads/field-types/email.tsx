import { Anchor } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const email: FieldType = {
  ...text,
  label: leadFieldsTexts.types.email,
  Value: ({ text: address }) => <Anchor href={`mailto:${encodeURIComponent(address)}`}>{address}</Anchor>,
};
