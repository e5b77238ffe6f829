import { Name } from '../../../components/values/name.tsx';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const user: FieldType = {
  ...text,
  label: leadFieldsTexts.types.user,
  Cell: ({ text: name }) =>
    name === '' ? (
      <text.Cell text={name} />
    ) : (
      <span>
        <Name>{name}</Name>
      </span>
    ),
};
