import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const url: FieldType = {
  ...text,
  label: leadFieldsTexts.types.url,
  // Link only http(s) URLs: the value is untrusted, and URLs with other schemes can run code.
  hrefOf: (written) => (/^https?:\/\//i.test(written) ? written : undefined),
};
