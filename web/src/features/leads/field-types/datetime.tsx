import { TextInput } from '@mantine/core';
import { localTime } from '../../../components/values/local-time.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { leadFieldsTexts } from '../../../texts/lead-fields.ts';
import type { EditorProps, FieldType } from '../field-type.ts';
import { date } from './date.tsx';
import { text } from './text.tsx';
import { textIn } from './text-editor.tsx';

const DatetimeEditor = ({ input, value, onChange }: EditorProps) => (
  <TextInput
    {...input}
    type="datetime-local"
    value={localOf(textIn(value))}
    onChange={(event) => onChange(instantOf(event.currentTarget.value))}
  />
);

const localOf = (instant: string): string => (Number.isNaN(Date.parse(instant)) ? '' : localTime(instant));

const instantOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());

const dayMs = 86_400_000;

/** Returns the start of a day in the user's time zone, or the end of the day if the list is sorted in descending order. */
function edgeOf(day: string, isDescending: boolean): string {
  const start = new Date(`${day}T00:00:00`).getTime();
  return new Date(isDescending ? start + dayMs - 1 : start).toISOString();
}

export const datetime: FieldType = {
  ...date,
  label: leadFieldsTexts.types.datetime,
  Editor: DatetimeEditor,
  FilterEditor: DatetimeEditor,
  Value: ({ text: instant }) => <Moment at={instant} isInGrid />,
  Cell: ({ text: instant }) =>
    instant === '' ? <text.Cell value={instant} text={instant} /> : <Moment at={instant} isInGrid isShort />,
  // Wide enough for "in 2 minutes" and for the date of another year.
  columnWidth: 120,
  goTo: edgeOf,
};
