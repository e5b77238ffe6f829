import { Autocomplete, Select, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { ReadOnlyValue } from '../../../../components/values/read-only-value.tsx';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import { type FieldPlace, TemplateField } from './template-field.tsx';

const { deciders: texts } = stepTexts;

/** Chooses who decides: users by their email, or everyone with a role. */
export function DecidersField({
  label,
  description,
  value,
  place,
  onChange,
}: {
  label: string;
  description: string | undefined;
  value: unknown;
  place: FieldPlace;
  onChange: (value: unknown) => void;
}) {
  const { language, isReadOnly } = useBuilderContext();
  const role = roleIn(value);
  const error = [...useProblemsAt(place.path), ...useProblemsAt([...place.path, 'role'])]
    .map(({ message }) => message)
    .join(' ');
  if (isReadOnly) return <ReadOnlyValue label={label} value={role ?? textOf(value)} />;
  return (
    <Stack gap="xs">
      <Select
        label={label}
        description={description}
        data={Object.entries(texts.kinds).map(([kind, name]) => ({ value: kind, label: name }))}
        value={role === undefined ? 'people' : 'role'}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(kind) => onChange(kind === 'role' ? { role: '' } : '')}
      />
      {role === undefined ? (
        <TemplateField
          label={texts.people}
          description={stepTexts.about.deciders}
          place={place}
          value={textOf(value)}
          isOneLine
          onChange={(text) => onChange(emailsIn(text))}
        />
      ) : (
        <Autocomplete
          label={texts.role}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          data={language.roles}
          value={role}
          comboboxProps={{ withinPortal: false }}
          error={error || undefined}
          onChange={(name) => onChange({ role: name })}
        />
      )}
    </Stack>
  );
}

function roleIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { role } = value as { readonly role?: unknown };
  return typeof role === 'string' ? role : '';
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** Converts emails separated by commas to a list. A template, one email, and an unfinished list stay text. */
function emailsIn(text: string): unknown {
  const emails = text.split(',').map((email) => email.trim());
  return text.includes('{{') || emails.length === 1 || emails.includes('') ? text : emails;
}
