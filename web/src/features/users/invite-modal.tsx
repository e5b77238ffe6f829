import { Select, Stack, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { query, useChange } from '../../api/queries.ts';
import { FormEnd } from '../../components/dialogs/form-end.tsx';
import { OnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { NameInput } from '../../components/fields/name-input.tsx';
import { tellDone } from '../../components/notices/notify.ts';
import { shownText } from '../../components/values/shown-text.ts';
import { usersTexts } from '../../texts/users.ts';
import { type HandedOut, ShownLink } from './shown-link.tsx';

const { invite: texts, link } = usersTexts;

/** Invites somebody: by mail where there is mail, else by a link that is shown this once. */
export function InviteModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [handed, setHanded] = useState<HandedOut>();
  const close = () => {
    setHanded(undefined);
    onClose();
  };
  const invited = (made: HandedOut) => {
    if (made.url !== null) return setHanded(made);
    tellDone(link.mailed(made.email));
    close();
  };
  return (
    <OnceModal
      isOpen={isOpen}
      isShowing={handed !== undefined}
      onClose={close}
      title={handed ? link.title(handed.name) : texts.title}
    >
      {handed ? (
        <ShownLink handed={handed} onDone={close} />
      ) : (
        <InviteForm onMade={invited} onCancel={close} />
      )}
    </OnceModal>
  );
}

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
          data={data.roles.map(({ id, name }) => ({ value: String(id), label: shownText(name) }))}
          value={role}
          onChange={setRole}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          required
        />
        <FormEnd
          change={invite}
          submit={texts.send}
          isReady={name.trim() !== '' && email.trim() !== '' && role !== null}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
