import { Button, Checkbox, Group, Modal, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { query, useChange } from '../../../api/queries.ts';
import { showSuccess } from '../../../components/notices/notify.ts';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { sharedTexts } from '../../../texts/shared.ts';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';

const { run: texts } = workflowTriggersTexts;

type Trigger = ApiResponse<'GET /workflows/:id/triggers'>['triggers'][number];
type Input = Trigger['inputs'][number];
type Values = Readonly<Record<string, unknown>>;

/** Starts a workflow by hand. Shown only to users who can start it now. */
export function RunWorkflow({ workflow }: { workflow: { id: number; name: string } }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(query('GET /workflows/:id/triggers', { params: { id: workflow.id } }));
  if (!data?.may_start) return null;
  const manual = data.triggers.find(({ type }) => type === 'manual');
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.title(workflow.name)}>
        <RunForm workflow={workflow.id} inputs={manual?.inputs} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** The inputs of the manual trigger, or a field for any data if the workflow has none. */
function RunForm({
  workflow,
  inputs,
  onClose,
}: {
  workflow: number;
  inputs: readonly Input[] | undefined;
  onClose: () => void;
}) {
  const [values, setValues] = useState<Values>({});
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
