import { Fragment } from 'react';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

/** An email address. A long one breaks after `@` or a dot. */
const BreakableEmail = ({ text: address }: { text: string }) =>
  escapeBidi(address)
    .split(/(?<=[@.])/)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
      <Fragment key={index}>
        {part}
        <wbr />
      </Fragment>
    ));

export const email: FieldType = {
  ...text,
  label: leadFieldsTexts.types.email,
  Value: BreakableEmail,
  hrefOf: (address) => `mailto:${encodeURIComponent(address)}`,
};
