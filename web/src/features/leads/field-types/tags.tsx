import { Badge, Group, TagsInput } from '@mantine/core';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { text } from './text.tsx';

export const listIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const TagsEditor = ({ input, value, onChange }: EditorProps) => (
  <TagsInput {...input} value={listIn(value)} onChange={onChange} comboboxProps={{ withinPortal: false }} />
);

export const tags: FieldType = {
  ...text,
  label: leadFieldsTexts.types.tags,
  Editor: TagsEditor,
  takesEnter: true,
  Value: ({ value }) => (
    <Group component="span" gap={4}>
      {listIn(value).map((word) => (
        <Badge key={word} component="span" variant="default" size="sm" maw="100%">
          {word}
        </Badge>
      ))}
    </Group>
  ),
};
