import { PersonAvatar } from '../../../components/chips/person-avatar.tsx';
import { Name } from '../../../components/values/name.tsx';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { FieldType } from '../field-type.ts';
import classes from './field-types.module.css';
import { text } from './text.tsx';

export const Person = ({ name }: { name: string }) => (
  <span className={classes.person}>
    <PersonAvatar name={name} size={22} />
    <Name>{name}</Name>
  </span>
);

export const user: FieldType = {
  ...text,
  label: leadFieldsTexts.types.user,
  Value: ({ text: name }) => <Person name={name} />,
  Cell: (props) => (props.text === '' ? <text.Cell {...props} /> : <Person name={props.text} />),
};
