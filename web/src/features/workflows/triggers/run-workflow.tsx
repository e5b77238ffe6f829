import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/queries.ts';
import { RunForm } from '../../../components/fields/run-form.tsx';
import { workflowTriggersTexts } from '../../../texts/workflows/workflow-triggers.ts';

const { run: texts } = workflowTriggersTexts;

/** Starts a workflow by hand with a dialog, which the caller renders. `open` is undefined for users who can't start it now. */
export function useRunWorkflow(workflow: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(query('GET /workflows/:id/triggers', { params: { id: workflow.id } }));
  const manual = data?.triggers.find(({ type }) => type === 'manual');
  return {
    open: data?.may_start ? () => setOpen(true) : undefined,
    dialog: (
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.title(workflow.name)}>
        <RunForm workflow={workflow.id} inputs={manual?.inputs} onClose={() => setOpen(false)} />
      </Modal>
    ),
  };
}
