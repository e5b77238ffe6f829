import { Anchor } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const url: FieldType = {
  ...text,
  label: leadFieldsTexts.types.url,
  Value: ({ text: written }) =>
    // Link only http(s) URLs: the value is untrusted, and URLs with other schemes can run code.
    /^https?:\/\//i.test(written) ? (
      <Anchor href={written} target="_blank" rel="noopener noreferrer nofollow">
        {written}
      </Anchor>
    ) : (
      written
    ),
};
