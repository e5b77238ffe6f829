import { Button, Checkbox, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { workflowTriggersTexts } from '../../texts/workflows/workflow-triggers.ts';
import { showSuccess } from '../notices/notify.ts';
import { ErrorNotice } from '../page/error-notice.tsx';

const { run: texts } = workflowTriggersTexts;

type Input = ApiResponse<'GET /startable-workflows'>['workflows'][number]['inputs'][number];
type Values = Readonly<Record<string, unknown>>;

/** The inputs of the manual trigger, or a field for any data if the workflow has none. */
export function RunForm({
  workflow,
  inputs,
  initial = {},
  onClose,
}: {
  workflow: number;
  inputs: readonly Input[] | undefined;
  /** The values that the form starts with. */
  initial?: Values;
  onClose: () => void;
}) {
  const [values, setValues] = useState<Values>(initial);
  const [text, setText] = useState('{}');
  const start = useChange('POST /workflows/:id/start', ['GET /runs']);
  const navigate = useNavigate();
  const data = inputs ? values : readObject(text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!data) return;
    const { run } = await start.mutateAsync({ params: { id: workflow }, body: { data } });
    onClose();
    showSuccess(texts.started);
    void navigate({ to: '/runs/$id', params: { id: run } });
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => {})}>
      <Stack gap="md">
        <Text size="sm">{texts.about}</Text>
        {inputs ? (
          inputs.map((input) => (
            <InputField
              key={input.name}
              input={input}
              value={values[input.name]}
              onChange={(value) => setValues({ ...values, [input.name]: value })}
            />
          ))
        ) : (
          <Textarea
            label={texts.data}
            description={texts.dataAbout}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={data ? undefined : texts.badData}
            autosize
            minRows={3}
            data-autofocus
          />
        )}
        {start.error && <ErrorNotice error={start.error} title={sharedTexts.failedAction} />}
        <Group justify="flex-end">
          <Button type="submit" loading={start.isPending}>
            {texts.start}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An empty field is sent as null. */
function InputField({
  input: { label, type, required },
  value,
  onChange,
}: {
  input: Input;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (type === 'boolean') {
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (type === 'number') {
    return (
      <NumberInput
        label={label}
        required={required}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    );
  }
  return (
    <TextInput
      label={label}
      required={required}
      type={type === 'date' ? 'date' : 'text'}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}

/** Returns the object that a text contains, or undefined if it contains none. */
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
