import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { secretsTexts as texts } from '../../texts/secrets/secrets.ts';
import type { Editing } from './secret.ts';

/** Creates a secret or replaces its value. Closing the dialog discards the input. */
export const SecretModal = ({ editing, onClose }: { editing: Editing | undefined; onClose: () => void }) => (
  <DraftModal
    opened={editing !== undefined}
    onClose={onClose}
    title={editing?.isNew === false ? texts.replaceTitle(editing.name) : texts.add}
  >
    {editing && <SecretForm editing={editing} onClose={onClose} />}
  </DraftModal>
);

function SecretForm({
  editing: { name: proposed, isNew, hosts: present },
  onClose,
}: {
  editing: Editing;
  onClose: () => void;
}) {
  const [name, setName] = useState(proposed);
  const [value, setValue] = useState('');
  const [hosts, setHosts] = useState(present.join(', '));
  useUnsavedChanges(name !== proposed || value !== '' || hosts !== present.join(', '));
  const create = useChange('POST /secrets', ['GET /secrets']);
  const replace = useChange('PUT /secrets/:name', ['GET /secrets']);
  const onSuccess = () => {
    showSuccess(isNew ? texts.created(name) : texts.replaced(name));
    onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const list = hosts.split(/[\s,]+/).filter((host) => host !== '');
    if (isNew) create.mutate({ body: { name, value, hosts: list } }, { onSuccess });
    else {
      const body = { hosts: list, ...(value !== '' && { value }) };
      replace.mutate({ params: { name }, body }, { onSuccess });
    }
  };
  const error = create.error ?? replace.error;
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="md">
        {isNew && (
          <NameInput
            label={texts.name}
            description={texts.nameHelp}
            value={name}
            maxLength={64}
            onChange={setName}
            data-autofocus={proposed === '' || undefined}
          />
        )}
        <PasswordInput
          label={isNew ? texts.value : texts.newValue}
          description={isNew ? texts.valueHelp : texts.replaceHelp}
          value={value}
          autoComplete="new-password"
          onChange={(event) => setValue(event.currentTarget.value)}
          required={isNew}
          data-autofocus={proposed !== '' || undefined}
        />
        <TextInput
          label={texts.hosts}
          description={texts.hostsHelp}
          placeholder={texts.hostsExample}
          value={hosts}
          onChange={(event) => setHosts(event.currentTarget.value)}
        />
        <FormFooter
          change={{ error, isPending: create.isPending || replace.isPending }}
          submit={isNew ? texts.create : texts.replace}
          isReady={name !== '' && (value !== '' || (!isNew && hosts !== present.join(', ')))}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
