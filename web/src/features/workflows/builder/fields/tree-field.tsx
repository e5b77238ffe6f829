import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sharedTexts } from '../../../../texts/shared.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext, useProblemsAt } from '../builder-context.ts';
import { type FieldPlace, TemplateField } from './template-field.tsx';

type Mode = 'none' | 'text' | 'json';

const modeOf = (value: unknown): Mode =>
  value === undefined ? 'none' : typeof value === 'string' ? 'text' : 'json';

/** Edits a value of any type: text, an expression, or JSON in which every string is a template. */
export function TreeField({
  label,
  value,
  onChange,
  place,
  description,
  mayBeNone = false,
}: {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  place: FieldPlace;
  description?: string | undefined;
  mayBeNone?: boolean;
}) {
  const { isReadOnly } = useBuilderContext();
  const mode = modeOf(value);
  const below = useProblemsAt(place.path, true);
  const inside = mode === 'json' ? below : below.filter(({ path }) => path.length > place.path.length);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      errorProps={{ mt: 4 }}
      error={
        inside
          .map(({ path, message }) => `${path.slice(place.path.length).join('.')} ${message}`)
          .join(' ') || undefined
      }
    >
      <Stack gap={6} mt={4}>
        {!isReadOnly && <ModeChoice label={label} mode={mode} mayBeNone={mayBeNone} onChoose={onChange} />}
        {isReadOnly && mode === 'none' && <Text size="sm">{sharedTexts.nothing}</Text>}
        {mode === 'text' && (
          <TemplateField
            label={`${label}: ${stepTexts.treeText}`}
            value={value as string}
            onChange={onChange}
            place={place}
            isOneLine={false}
            isLabelHidden
          />
        )}
        {mode === 'json' && <JsonText label={label} value={value} onChange={onChange} place={place} />}
      </Stack>
    </Input.Wrapper>
  );
}

/** Switches between text and JSON. Switching clears the value. */
function ModeChoice({
  label,
  mode,
  mayBeNone,
  onChoose,
}: {
  label: string;
  mode: Mode;
  mayBeNone: boolean;
  onChoose: (value: unknown) => void;
}) {
  return (
    <SegmentedControl
      aria-label={label}
      size="xs"
      value={mode}
      onChange={(next) => onChoose(next === 'none' ? undefined : next === 'text' ? '' : {})}
      data={[
        { value: 'text', label: stepTexts.treeText },
        { value: 'json', label: stepTexts.treeJson },
        ...(mayBeNone ? [{ value: 'none', label: stepTexts.treeNone }] : []),
      ]}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}

/** Edits JSON. It keeps the text as typed, and applies the text once it is valid JSON. */
function JsonText({
  label,
  value,
  onChange,
  place,
}: {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  place: FieldPlace;
}) {
  const stored = JSON.stringify(value, null, 2);
  const [text, setText] = useState(stored);
  const parsed = parse(text);
  const isCurrent = parsed.ok && JSON.stringify(parsed.value) === JSON.stringify(value);
  const change = (next: string) => {
    setText(next);
    const read = parse(next);
    if (read.ok && typeof read.value !== 'string') onChange(read.value);
  };
  return (
    <>
      <TemplateField
        label={`${label}: ${stepTexts.treeJson}`}
        value={isCurrent || !parsed.ok ? text : stored}
        onChange={change}
        place={{ ...place, path: [...place.path, ''] }}
        isOneLine={false}
        isLabelHidden
        isPreviewed={false}
        isJson
      />
      {!parsed.ok && (
        <Text size="xs" c="red" role="alert">
          {stepTexts.treeWrong}
        </Text>
      )}
    </>
  );
}

function parse(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}
