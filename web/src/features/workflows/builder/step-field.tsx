import { Autocomplete, Select, TextInput } from '@mantine/core';
import { ReadValue } from '../../../components/read-value.tsx';
import { stepTexts } from '../../../texts/workflow-steps.ts';
import { useBuilderWorld, useProblemsAt } from './builder-context.ts';
import { MapField } from './map-field.tsx';
import { type FieldForm, placeOf, valueAt, withValue } from './step-fields.ts';
import type { LoopAround, StepPath, WrittenStep } from './step-tree.ts';
import { type FieldPlace, TemplateField } from './template-field.tsx';
import { TreeField } from './tree-field.tsx';

const outcomes = [
  { value: 'succeeded', label: stepTexts.succeeded },
  { value: 'failed', label: stepTexts.failed },
];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** One field of a step, by its kind. */
export function StepField({
  form,
  step,
  path,
  loops,
  onChange,
}: {
  form: FieldForm;
  step: WrittenStep;
  path: StepPath;
  loops: readonly LoopAround[];
  onChange: (step: WrittenStep, about: string) => void;
}) {
  const names = useNames(form);
  const { key, kind, isOptional = false } = form;
  // The server names `retry.max_attempts` as one part, and a mistake of its shape as two.
  const place: FieldPlace = { path: [...path, ...(form.at ? [form.at.join('.')] : [key])], loops };
  const value = valueAt(step, placeOf(form));
  const change = (wanted: unknown) =>
    onChange(withValue(step, form, wanted) as WrittenStep, `${path.join('.')}.${key}`);
  const about = (stepTexts.about as Record<string, string>)[key];
  const common = { label: stepTexts.fields[key], place, description: about };
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  switch (kind) {
    case 'map':
      return <MapField {...common} value={value} onChange={change} names={names} />;
    case 'tree':
      return <TreeField {...common} value={value} onChange={change} mayBeNone={isOptional} />;
    case 'number':
      return <TemplateField {...common} value={text} onChange={(wanted) => change(numberIn(wanted))} />;
    case 'line':
    case 'text':
    case 'condition':
      return (
        <TemplateField
          {...common}
          value={text}
          onChange={change}
          hint={(stepTexts.hints as Record<string, string>)[key]}
          isOneLine={kind !== 'text'}
          isCondition={kind === 'condition'}
        />
      );
    default:
      return <PlainField form={form} value={text} onChange={change} place={place} />;
  }
}

/** A number where one is written; a template stays one. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text);

/** The fields of a lead that a map proposes. */
function useNames({ names }: FieldForm): string[] {
  const { language } = useBuilderWorld();
  return language.lead_fields
    .filter(({ unique }) => names === 'fields' || (names === 'unique' && unique))
    .map(({ alias }) => alias);
}

/** What is chosen rather than written. */
function PlainField({
  form: { key, kind },
  value,
  onChange,
  place,
}: {
  form: FieldForm;
  value: string;
  onChange: (value: string) => void;
  place: FieldPlace;
}) {
  const { language, isReadOnly } = useBuilderWorld();
  const error = useProblemsAt(place.path)
    .map(({ message }) => message)
    .join(' ');
  const common = {
    label: stepTexts.fields[key],
    value,
    ...(error === '' ? {} : { error }),
    comboboxProps: { withinPortal: false },
  };
  if (isReadOnly)
    return (
      <ReadValue
        label={common.label}
        value={outcomes.find((one) => kind === 'outcome' && one.value === value)?.label ?? value}
      />
    );
  if (kind === 'outcome') {
    return (
      <Select {...common} data={outcomes} allowDeselect={false} onChange={(one) => onChange(one ?? '')} />
    );
  }
  if (kind === 'word') {
    const { comboboxProps: _, ...rest } = common;
    return <TextInput {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return (
    <Autocomplete {...common} data={kind === 'method' ? methods : language.workflows} onChange={onChange} />
  );
}
