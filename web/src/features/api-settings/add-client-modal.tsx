import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { type Scope, ScopeChoice } from '../../components/fields/scope-choice.tsx';
import { CopyText } from '../../components/values/copy-text.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';

const { clients: texts, token: tokenTexts } = apiSettingsTexts;

/** Adds an API client, then shows its token once. */
export function AddClientModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [token, setToken] = useState<string>();
  const close = () => {
    setToken(undefined);
    onClose();
  };
  return (
    <ShowOnceModal
      isOpen={isOpen}
      isShowing={token !== undefined}
      onClose={close}
      title={token === undefined ? texts.add : tokenTexts.title}
    >
      {token === undefined ? (
        <ClientForm onMade={setToken} onCancel={close} />
      ) : (
        <ShownToken token={token} onDone={close} />
      )}
    </ShowOnceModal>
  );
}

function ClientForm({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('api');
  useUnsavedChanges(name !== '');
  const add = useChange('POST /api-settings/clients', ['GET /api-settings']);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    add.mutate({ body: { name, scope } }, { onSuccess: ({ token }) => onMade(token) });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NameInput
          label={texts.name}
          description={texts.nameHelp}
          value={name}
          onChange={setName}
          data-autofocus
        />
        <ScopeChoice texts={texts} value={scope} onChange={setScope} />
        <FormFooter change={add} submit={texts.create} isReady={name.trim() !== ''} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

const ShownToken = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <Stack gap="md">
    <Alert color="yellow">{tokenTexts.once}</Alert>
    <CopyText text={token} label={tokenTexts.label} />
    <Text size="sm">
      {tokenTexts.send} <Code>{`Authorization: Bearer ${token.slice(0, 12)}…`}</Code>
    </Text>
    <Group justify="flex-end">
      <Button onClick={onDone}>{tokenTexts.done}</Button>
    </Group>
  </Stack>
);
