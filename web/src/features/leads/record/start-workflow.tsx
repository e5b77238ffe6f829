import { ActionIcon, Button, Modal, NativeSelect, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { useMay } from '../../../api/session.ts';
import { RunForm } from '../../../components/fields/run-form.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import type { Lead } from '../field.ts';

type Startable = ApiResponse<'GET /startable-workflows'>['workflows'][number];

/** Starts a workflow by hand with this lead's values. Shown only if there is a workflow that the user can start. */
export function StartWorkflow({ lead }: { lead: Lead }) {
  const may = useMay();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { data } = useQuery({ ...query('GET /startable-workflows', {}), enabled: may('runs.start') });
  if (!data?.workflows[0]) return null;
  return (
    <>
      <ActionIcon hiddenFrom="sm" aria-label={leadTexts.startWorkflow} onClick={open}>
        <IconPlayerPlay size={18} stroke={1.75} />
      </ActionIcon>
      <Button
        variant="default"
        visibleFrom="sm"
        onClick={open}
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
      >
        {leadTexts.startWorkflow}
      </Button>
      <Modal opened={isOpen} onClose={close} title={leadTexts.startWorkflow}>
        <Choice workflows={data.workflows} first={data.workflows[0]} lead={lead} onClose={close} />
      </Modal>
    </>
  );
}

function Choice({
  workflows,
  first,
  lead,
  onClose,
}: {
  workflows: readonly Startable[];
  first: Startable;
  lead: Lead;
  onClose: () => void;
}) {
  const [id, setId] = useState(first.id);
  const { inputs } = workflows.find((workflow) => workflow.id === id) ?? first;
  return (
    <Stack gap="md">
      <NativeSelect
        label={leadTexts.workflow}
        value={id}
        onChange={({ currentTarget }) => setId(Number(currentTarget.value))}
        data={workflows.map(({ id: value, name }) => ({ value: String(value), label: name }))}
        data-autofocus
      />
      <RunForm key={id} workflow={id} inputs={inputs} initial={valuesOf(lead, inputs)} onClose={onClose} />
    </Stack>
  );
}

const types = { text: 'string', number: 'number', boolean: 'boolean', date: 'string' } as const;

/** Returns the lead's values for inputs that are named like a field, and its ID for an input called `lead_id`. */
function valuesOf(lead: Lead, inputs: Startable['inputs']): Record<string, unknown> {
  const known = inputs
    .map(({ name, type }) => ({ name, type, value: name === 'lead_id' ? lead.id : lead[name] }))
    // An ID also fills a text input.
    .map((one) =>
      one.type === 'text' && typeof one.value === 'number' ? { ...one, value: String(one.value) } : one,
    )
    .filter(({ type, value }) => typeof value === types[type]);
  return Object.fromEntries(known.map(({ name, value }) => [name, value]));
}
