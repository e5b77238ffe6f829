import { Button, Group, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { useUnsavedChanges } from '../../components/dialogs/unsaved-changes.tsx';
import { errorsOf } from '../../components/fields/field-errors.ts';
import { showSuccess } from '../../components/notices/notify.ts';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './api-settings.module.css';
import { AddressesField, addressesOf } from './limit-fields.tsx';

const texts = apiSettingsTexts.limits;

/** The IP addresses that the user's key is accepted from. */
export function KeyAddresses({ addresses }: { addresses: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={500}>
          {texts.addresses}
        </Text>
        <Text size="sm" c="dimmed" className={classes.addresses}>
          {addresses.length === 0 ? texts.any : addresses.join(', ')}
        </Text>
      </Stack>
      <Button variant="default" onClick={() => setOpen(true)} aria-label={texts.editKey}>
        {texts.edit}
      </Button>
      <DraftModal opened={isOpen} onClose={close} title={texts.keyTitle}>
        <AddressesForm addresses={addresses} onClose={close} />
      </DraftModal>
    </Group>
  );
}

function AddressesForm({ addresses, onClose }: { addresses: readonly string[]; onClose: () => void }) {
  const before = addresses.join('\n');
  const [text, setText] = useState(before);
  useUnsavedChanges(text !== before);
  const change = useChange('PUT /api-settings/key-addresses', ['GET /api-settings']);
  const { errorAt, hasOthers } = errorsOf(change.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate(
      { body: { allowed_addresses: addressesOf(text) } },
      {
        onSuccess: () => {
          showSuccess();
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <AddressesField value={text} error={errorAt('allowed_addresses')} onChange={setText} />
        <FormFooter
          change={{ error: hasOthers ? change.error : null, isPending: change.isPending }}
          submit={sharedTexts.save}
          isReady
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
