import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { RunForm } from '../../../components/fields/run-form.tsx';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';

const { run: texts } = workflowTriggersTexts;

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
