import { Autocomplete, Combobox, Select, TextInput } from '@mantine/core';
import { ReadOnlyValue } from '../../../../components/values/read-only-value.tsx';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import type { FieldForm } from '../edit/step-forms.ts';
import type { FieldsProps, WrittenStep } from '../step-tree.ts';
import { ConnectionField } from './connection-field.tsx';
import { DecidersField } from './deciders-field.tsx';
import { FiltersField } from './filters-field.tsx';
import { MapField } from './map-field.tsx';
import { settingPlace, valueAt, withValue } from './setting-value.ts';
import { type FieldPlace, TemplateField } from './template-field.tsx';
import { TreeField } from './tree-field.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** The input for one of a step's settings. */
export function StepField({
  setting,
  form,
  step,
  path,
  loops,
  onChange,
}: FieldsProps & { setting: string; form: FieldForm }) {
  const names = useNames(form);
  const { kind, isOptional = false } = form;
  const at = settingPlace(setting, form);
  const place: FieldPlace = { path: [...path, ...at], loops };
  const value = valueAt(step, at);
  const change = (next: unknown) =>
    onChange(withValue(step, setting, form, next) as WrittenStep, `${path.join('.')}.${setting}`);
  const { label, description, hint } = textsOf(
    typeof form.texts === 'function' ? form.texts(step) : (form.texts ?? setting),
  );
  const common = { label, place, description };
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  switch (kind) {
    case 'map':
      return (
        <MapField {...common} value={value} onChange={change} names={names} words={form.words ?? 'entry'} />
      );
    case 'tree':
      return <TreeField {...common} value={value} onChange={change} mayBeNone={isOptional} />;
    case 'connection':
      return <ConnectionField {...common} value={text} onChange={change} />;
    case 'deciders':
      return <DecidersField {...common} value={value} onChange={change} />;
    case 'filters':
      return <FiltersField {...common} value={value} onChange={change} />;
    case 'number':
      return <TemplateField {...common} value={text} onChange={(next) => change(numberIn(next))} />;
    case 'line':
    case 'text':
    case 'condition':
      return (
        <TemplateField
          {...common}
          value={text}
          onChange={change}
          hint={hint}
          isOneLine={kind !== 'text'}
          isCondition={kind === 'condition'}
        />
      );
    default:
      return (
        <PlainField
          form={form}
          label={label}
          description={description}
          value={kind === 'statuses' && Array.isArray(value) ? value.join(', ') : text}
          onChange={(next) => change(kind === 'statuses' ? statusesIn(next) : next)}
          place={place}
        />
      );
  }
}

const textsOf = (name: string) => ({
  label: (stepTexts.fields as Record<string, string>)[name] ?? name,
  description: (stepTexts.about as Record<string, string>)[name],
  hint: (stepTexts.hints as Record<string, string>)[name],
});

/** Converts digits to a number, and leaves templates as they are. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text);

/** Converts a list of numbers, separated by commas or spaces. Anything else stays text, so that it is reported. */
const statusesIn = (text: string) => {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  // The last number may not be finished yet, and a comma after it must stay while it is typed.
  return /[\s,]$/.test(text) || !parts.every((part) => /^\d+$/.test(part)) ? text : parts.map(Number);
};

/** Returns the lead fields that a map suggests as names. */
function useNames({ names }: FieldForm): string[] {
  const { language } = useBuilderContext();
  return language.lead_fields
    .filter(({ unique }) => names === 'fields' || (names === 'unique' && unique))
    .map(({ alias }) => alias);
}

/** The input for a setting that isn't a template. */
function PlainField({
  form: { kind, choices = {} },
  label,
  description,
  value,
  onChange,
  place,
}: {
  form: FieldForm;
  label: string;
  description: string | undefined;
  value: string;
  onChange: (value: string) => void;
  place: FieldPlace;
}) {
  const { language, isReadOnly } = useBuilderContext();
  const error = useProblemsAt(place.path)
    .map(({ message }) => message)
    .join(' ');
  const common = {
    label,
    description,
    value,
    ...(error === '' ? {} : { error }),
    comboboxProps: { withinPortal: false },
  };
  if (isReadOnly) return <ReadOnlyValue label={label} value={choices[value] ?? value} />;
  if (kind === 'choice') {
    const data = Object.entries(choices).map(([one, name]) => ({ value: one, label: name }));
    const chosen = value === '' ? (data[0]?.value ?? null) : value;
    return (
      <Select
        {...common}
        data={data}
        value={chosen}
        allowDeselect={false}
        onChange={(one) => onChange(one ?? '')}
      />
    );
  }
  if (kind === 'word' || kind === 'statuses') {
    const { comboboxProps: _, ...rest } = common;
    return <TextInput {...rest} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  const data = kind === 'method' ? methods : language.workflows;
  return (
    <Autocomplete
      {...common}
      data={data}
      // Typed text filters the list. Once an option is chosen, the others are listed too.
      {...(data.includes(value) ? { filter: ({ options }) => options } : {})}
      rightSection={<Combobox.Chevron />}
      rightSectionPointerEvents="none"
      onChange={onChange}
    />
  );
}
