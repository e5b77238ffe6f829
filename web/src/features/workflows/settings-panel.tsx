import { Alert, Button, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { SaveBar } from '../../components/dialogs/save-bar.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
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
export function WorkflowSettingsPanel({ workflow }: { workflow: Workflow }) {
  const { id, name: stored } = workflow;
  const change = useSettings();
  const [name, setName] = useState(stored);
  const isChanged = name !== stored;
  useUnsavedChanges(isChanged);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ params: { id }, body: { name } }, { onSuccess: () => showSuccess(sharedTexts.saved) });
  };
  const discard = () => {
    change.reset();
    setName(stored);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg" maw="var(--reading-width)">
        <SettingRows title={texts.title}>
          <NameInput
            classNames={settingClassNames}
            label={texts.name}
            description={<WithCode>{texts.nameAbout}</WithCode>}
            value={name}
            maxLength={200}
            onChange={setName}
            inputContainer={(input) => <SettingInput>{input}</SettingInput>}
          />
          <Owner workflow={workflow} />
          <Copy workflow={workflow} />
        </SettingRows>
        <SettingRows title={sharedTexts.danger} isDangerous>
          <Delete workflow={workflow} />
        </SettingRows>
        <SaveBar
          changes={isChanged}
          error={change.error}
          isReady={name.trim() !== ''}
          isSaving={change.isPending}
          onDiscard={discard}
        />
      </Stack>
    </form>
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
