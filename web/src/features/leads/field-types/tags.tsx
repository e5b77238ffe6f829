import { TagsInput } from '@mantine/core';
import { TagChip } from '../../../components/chips/value-chip.tsx';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import classes from './field-types.module.css';
import { useValuesInUse } from './status.tsx';
import { text } from './text.tsx';

export const listIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const TagsEditor = ({ input, value, onChange }: EditorProps) => (
  <TagsInput
    {...input}
    data={useValuesInUse('tags')}
    value={listIn(value)}
    onChange={onChange}
    comboboxProps={{ withinPortal: false }}
  />
);

export const tags: FieldType = {
  ...text,
  label: leadFieldsTexts.types.tags,
  Editor: TagsEditor,
  takesEnter: true,
  Value: ({ value }) => (
    <span className={classes.tags}>
      {listIn(value).map((word) => (
        <TagChip key={word} tag={word} />
      ))}
    </span>
  ),
  Cell: (props) =>
    props.text === '' ? (
      <text.Cell {...props} />
    ) : (
      <span className={classes.tagLine} title={props.text}>
        {listIn(props.value).map((word) => (
          <TagChip key={word} tag={word} />
        ))}
      </span>
    ),
};
