import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const email: FieldType = {
  ...text,
  label: leadFieldsTexts.types.email,
  hrefOf: (address) => `mailto:${encodeURIComponent(address)}`,
};
