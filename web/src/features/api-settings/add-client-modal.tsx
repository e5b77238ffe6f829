import { Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { errorsOf } from '../../components/fields/field-errors.ts';
import { NameInput } from '../../components/fields/name-input.tsx';
import { type Scope, ScopeChoice } from '../../components/fields/scope-choice.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { AddressesField, addressesOf, ExpiryField, expiryInputOf, expiryOf } from './limit-fields.tsx';
import { ShownToken } from './shown-token.tsx';

const { clients: texts, token: tokenTexts } = apiSettingsTexts;

/** Adds an API client, then shows its token once. */
export const AddClientModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <ShowOnceModal<string>
    isOpen={isOpen}
    onClose={onClose}
    title={(token) => (token === undefined ? texts.add : tokenTexts.title)}
    form={(onMade, onCancel) => <ClientForm onMade={onMade} onCancel={onCancel} />}
  >
    {(token, onDone) => <ShownToken token={token} onDone={onDone} />}
  </ShowOnceModal>
);

function ClientForm({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('api');
  const [expiry, setExpiry] = useState(expiryInputOf(null));
  const [addresses, setAddresses] = useState('');
  useUnsavedChanges(name !== '' || addresses !== '');
  const add = useChange('POST /api-settings/clients', ['GET /api-settings']);
  const { errorAt, hasOthers } = errorsOf(add.error);
  const expires_at = expiryOf(expiry);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (expires_at === undefined) return;
    add.mutate(
      { body: { name, scope, expires_at, allowed_addresses: addressesOf(addresses) } },
      { onSuccess: ({ token }) => onMade(token) },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <NameInput
          label={texts.name}
          description={texts.nameHelp}
          value={name}
          onChange={setName}
          data-autofocus
        />
        <ScopeChoice texts={texts} value={scope} onChange={setScope} />
        <ExpiryField value={expiry} onChange={setExpiry} />
        <AddressesField value={addresses} error={errorAt('allowed_addresses')} onChange={setAddresses} />
        <FormFooter
          change={{ error: hasOthers ? add.error : null, isPending: add.isPending }}
          submit={texts.create}
          isReady={name.trim() !== '' && expires_at !== undefined}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
