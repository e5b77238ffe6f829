import { Anchor } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const url: FieldType = {
  ...text,
  label: leadFieldsTexts.types.url,
  Value: ({ text: written }) =>
    // Only a web URL becomes a link: the text may come from a stranger, and a link can run code.
    /^https?:\/\//i.test(written) ? (
      <Anchor href={written} target="_blank" rel="noopener noreferrer nofollow">
        {written}
      </Anchor>
    ) : (
      written
    ),
};
