import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Name } from '../../components/values/name.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { builderTexts } from '../../texts/workflows/workflow-builder.ts';
import { workflowsTexts } from '../../texts/workflows/workflows.ts';
import { CopyWorkflow } from './copy-workflow.tsx';
import { DeleteWorkflow } from './delete-workflow.tsx';
import type { Workflow } from './draft/use-draft.ts';

const texts = builderTexts.settings;

const useSettings = () => useChange('PATCH /workflows/:id', ['GET /workflows/:id', 'GET /workflows']);

/** Settings that take effect immediately, without publishing. */
export const WorkflowSettingsPanel = ({ workflow }: { workflow: Workflow }) => (
  <Stack gap="md">
    <Panel title={texts.title}>
      <NameField workflow={workflow} />
      <CopyAndDelete workflow={workflow} />
    </Panel>
    <OwnerPanel workflow={workflow} />
  </Stack>
);

function NameField({ workflow: { id, name: stored } }: { workflow: Workflow }) {
  const change = useSettings();
  const [name, setName] = useState(stored);
  useUnsavedChanges(name !== stored);
  const save = () =>
    change.mutate(
      { params: { id }, body: { name } },
      { onSuccess: () => showSuccess(sharedTexts.saved), onError: showFailure },
    );
  return (
    <Group align="flex-end">
      <NameInput
        flex={1}
        miw={200}
        label={texts.name}
        description={texts.nameAbout}
        value={name}
        maxLength={200}
        onChange={setName}
      />
      <Button
        variant="default"
        disabled={name.trim() === '' || name === stored}
        loading={change.isPending}
        onClick={save}
      >
        {sharedTexts.save}
      </Button>
    </Group>
  );
}

function CopyAndDelete({ workflow }: { workflow: Workflow }) {
  const may = useMay();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'copy' | 'delete'>();
  return (
    <Group>
      {may('workflows.create') && (
        <Button variant="default" onClick={() => setDialog('copy')}>
          {workflowsTexts.copy.action}
        </Button>
      )}
      <Button variant="outline" color="red" onClick={() => setDialog('delete')}>
        {workflowsTexts.delete.action}
      </Button>
      {dialog === 'copy' && <CopyWorkflow workflow={workflow} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteWorkflow
          workflow={workflow}
          onClose={() => setDialog(undefined)}
          onDeleted={() => void navigate({ to: '/workflows', ignoreBlocker: true })}
        />
      )}
    </Group>
  );
}

function OwnerPanel({ workflow }: { workflow: Workflow }) {
  const { id, owner, may_change_owner } = workflow;
  return (
    <Panel title={texts.owner} about={<Name>{owner.name}</Name>}>
      {may_change_owner ? <OwnerChoice id={id} owner={owner} /> : <Text size="sm">{texts.ownerAbout}</Text>}
    </Panel>
  );
}

function OwnerChoice({ id, owner }: { id: number; owner: Workflow['owner'] }) {
  const { data } = useQuery(query('GET /workflows/owners', {}));
  const change = useSettings();
  const [email, setEmail] = useState<string | null>(null);
  const users = (data?.users ?? []).filter((user) => user.id !== owner.id);
  const newOwner = users.find((user) => user.email === email);
  return (
    <>
      <Select
        label={texts.ownerChoose}
        data={users.map((user) => ({ value: user.email, label: `${escapeBidi(user.name)} (${user.email})` }))}
        value={email}
        onChange={setEmail}
        searchable
        maw={420}
        comboboxProps={{ withinPortal: false }}
      />
      {newOwner && (
        <ConfirmModal
          title={texts.ownerTitle}
          confirm={texts.ownerConfirm(newOwner.name)}
          isOpen
          onConfirm={() => change.mutateAsync({ params: { id }, body: { owner: newOwner.email } })}
          onClose={() => setEmail(null)}
        >
          <Alert color="yellow">{texts.ownerWarning(newOwner.name, newOwner.role)}</Alert>
        </ConfirmModal>
      )}
    </>
  );
}
