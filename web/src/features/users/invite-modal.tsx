import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { usersTexts } from '../../texts/users.ts';
import { type HandedOut, ShownLink } from './shown-link.tsx';

const { invite: texts, link } = usersTexts;

/** Invites a user by email or, without an email server, with a link that is shown once. */
export const InviteModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <ShowOnceModal<HandedOut>
    isOpen={isOpen}
    onClose={onClose}
    title={(handed) => (handed ? link.title(handed.name) : texts.title)}
    form={(onMade, onCancel) => (
      <InviteForm
        onMade={(made) => {
          if (made.url !== null) return onMade(made);
          showSuccess(link.mailed(made.email));
          onCancel();
        }}
        onCancel={onCancel}
      />
    )}
  >
    {(handed, onDone) => <ShownLink handed={handed} onDone={onDone} />}
  </ShowOnceModal>
);

function InviteForm({ onMade, onCancel }: { onMade: (made: HandedOut) => void; onCancel: () => void }) {
  const { data } = useSuspenseQuery(query('GET /roles', {}));
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<string | null>(null);
  useUnsavedChanges(email !== '' || name !== '' || role !== null);
  const invite = useChange('POST /users', ['GET /users', 'GET /roles']);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    invite.mutate({ body: { email, name, role: Number(role) } }, { onSuccess: onMade });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={texts.email}
          description={texts.emailHelp}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          maxLength={254}
          required
          data-autofocus
        />
        <NameInput label={texts.name} description={texts.nameHelp} value={name} onChange={setName} />
        <Select
          label={texts.role}
          data={data.roles.map(({ id, name }) => ({ value: String(id), label: escapeBidi(name) }))}
          value={role}
          onChange={setRole}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          required
        />
        <Text size="sm" c="dimmed">
          {texts.sendHelp}
        </Text>
        <FormFooter
          change={invite}
          submit={texts.send}
          isReady={name.trim() !== '' && email.trim() !== '' && role !== null}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
