import { Alert, Box, Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showFailure, showSuccess } from '../../components/notices/notify.ts';
import {
  SettingAction,
  SettingInput,
  SettingRows,
  settingClassNames,
} from '../../components/settings/setting-rows.tsx';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { Name } from '../../components/values/name.tsx';
import { WithCode } from '../../components/values/with-code.tsx';
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
  <Stack gap="lg" maw="var(--reading-width)">
    <SettingRows title={texts.title}>
      <NameField workflow={workflow} />
      <Owner workflow={workflow} />
      <Copy workflow={workflow} />
    </SettingRows>
    <SettingRows title={sharedTexts.danger} isDangerous>
      <Delete workflow={workflow} />
    </SettingRows>
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
    <NameInput
      classNames={settingClassNames}
      label={texts.name}
      description={<WithCode>{texts.nameAbout}</WithCode>}
      value={name}
      maxLength={200}
      onChange={setName}
      inputContainer={(input) => (
        <SettingInput>
          <Group gap="xs" wrap="nowrap">
            <Box flex={1}>{input}</Box>
            <Button
              variant="default"
              disabled={name.trim() === '' || name === stored}
              loading={change.isPending}
              onClick={save}
            >
              {sharedTexts.save}
            </Button>
          </Group>
        </SettingInput>
      )}
    />
  );
}

function Copy({ workflow }: { workflow: Workflow }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('workflows.create')) return null;
  return (
    <SettingAction label={workflowsTexts.copy.label} help={workflowsTexts.copy.about}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {workflowsTexts.copy.action}
      </Button>
      {isOpen && <CopyWorkflow workflow={workflow} onClose={() => setOpen(false)} />}
    </SettingAction>
  );
}

function Delete({ workflow }: { workflow: Workflow }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingAction label={workflowsTexts.delete.label} help={workflowsTexts.delete.help}>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        {workflowsTexts.delete.action}
      </Button>
      {isOpen && (
        <DeleteWorkflow
          workflow={workflow}
          onClose={() => setOpen(false)}
          onDeleted={() => void navigate({ to: '/workflows', ignoreBlocker: true })}
        />
      )}
    </SettingAction>
  );
}

function Owner({ workflow: { id, owner, may_change_owner } }: { workflow: Workflow }) {
  if (may_change_owner) return <OwnerChoice id={id} owner={owner} />;
  return (
    <SettingAction label={texts.owner} help={texts.ownerAbout}>
      <Name>{owner.name}</Name>
    </SettingAction>
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
        classNames={settingClassNames}
        label={texts.owner}
        description={texts.ownerRuns}
        placeholder={escapeBidi(owner.name)}
        aria-label={texts.ownerChoose}
        data={users.map((user) => ({ value: user.email, label: `${escapeBidi(user.name)} (${user.email})` }))}
        value={email}
        onChange={setEmail}
        searchable
        inputContainer={(input) => <SettingInput>{input}</SettingInput>}
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
