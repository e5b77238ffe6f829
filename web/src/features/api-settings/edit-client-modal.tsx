import { Stack } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { errorsOf } from '../../components/fields/field-errors.ts';
import { showSuccess } from '../../components/notices/notify.ts';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { Client } from './api-settings.ts';
import { AddressesField, addressesOf, ExpiryField, expiryInputOf, expiryOf } from './limit-fields.tsx';

/** Changes until when and from where a client's tokens are accepted. */
export const EditClientModal = ({ client, onClose }: { client: Client | undefined; onClose: () => void }) => (
  <DraftModal
    opened={client !== undefined}
    onClose={onClose}
    title={escapeBidi(apiSettingsTexts.clients.editTitle(client?.name ?? ''))}
  >
    {client && <EditForm client={client} onClose={onClose} />}
  </DraftModal>
);

function EditForm({ client, onClose }: { client: Client; onClose: () => void }) {
  const before = { expiry: expiryInputOf(client.expires_at), addresses: client.allowed_addresses.join('\n') };
  const [expiry, setExpiry] = useState(before.expiry);
  const [addresses, setAddresses] = useState(before.addresses);
  const isExpiryChanged = JSON.stringify(expiry) !== JSON.stringify(before.expiry);
  useUnsavedChanges(isExpiryChanged || addresses !== before.addresses);
  const change = useChange('PATCH /api-settings/clients/:id', ['GET /api-settings', 'GET /home/attention']);
  const { errorAt, hasOthers } = errorsOf(change.error);
  const expires_at = expiryOf(expiry);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (expires_at === undefined) return;
    const body = {
      // The field has no seconds, so an expiry that wasn't touched isn't sent.
      ...(isExpiryChanged && { expires_at }),
      allowed_addresses: addressesOf(addresses),
    };
    change.mutate(
      { params: { id: client.id }, body },
      {
        onSuccess: () => {
          showSuccess();
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ExpiryField value={expiry} onChange={setExpiry} />
        <AddressesField value={addresses} error={errorAt('allowed_addresses')} onChange={setAddresses} />
        <FormFooter
          change={{ error: hasOthers ? change.error : null, isPending: change.isPending }}
          submit={sharedTexts.save}
          isReady={expires_at !== undefined}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
