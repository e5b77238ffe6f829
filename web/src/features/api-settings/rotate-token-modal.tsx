import { Alert, NativeSelect, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { ShowOnceModal } from '../../components/dialogs/show-once-modal.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';
import type { Client } from './api-settings.ts';
import { ExpiryField, type ExpiryInput, expiryInputOf, expiryOf } from './limit-fields.tsx';
import { ShownToken } from './shown-token.tsx';

const texts = apiSettingsTexts.rotate;
const overlaps = ['0', '1', '24', '168', '720'] as const;
const soonMs = 7 * 86_400_000;

/** Creates a new token for a client, then shows it once. The current one can stay valid for a while. */
export function RotateTokenModal({ client, onClose }: { client: Client | undefined; onClose: () => void }) {
  const name = client?.name ?? '';
  return (
    <ShowOnceModal<string>
      isOpen={client !== undefined}
      onClose={onClose}
      title={(token) => (token === undefined ? texts.title(name) : texts.done(name))}
      form={(onMade, onCancel) =>
        client && <RotateForm client={client} onRotated={onMade} onCancel={onCancel} />
      }
    >
      {(token, onDone) => <ShownToken token={token} onDone={onDone} />}
    </ShowOnceModal>
  );
}

/** A new token shouldn't expire right away, so a client that expires soon gets a later expiry. */
const suggestedExpiry = (at: string | null): ExpiryInput =>
  at !== null && Date.parse(at) - Date.now() < soonMs ? { choice: '90', date: '' } : expiryInputOf(at);

function RotateForm({
  client,
  onRotated,
  onCancel,
}: {
  client: Client;
  onRotated: (token: string) => void;
  onCancel: () => void;
}) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const [expiry, setExpiry] = useState(suggestedExpiry(client.expires_at));
  const rotate = useChange('POST /api-settings/clients/:id/rotate', [
    'GET /api-settings',
    'GET /home/attention',
  ]);
  const expires_at = expiryOf(expiry);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (expires_at === undefined) return;
    rotate.mutate(
      { params: { id: client.id }, body: { overlap_hours: Number(overlap), expires_at } },
      { onSuccess: ({ token }) => onRotated(token) },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.about}</Text>
        {client.previous_token && (
          <Alert color="yellow">
            {texts.previous} <Moment at={client.previous_token.until} />. {texts.previousStops}
          </Alert>
        )}
        <NativeSelect
          label={texts.overlap}
          value={overlap}
          data={overlaps.map((hours) => ({ value: hours, label: texts.overlaps[hours] }))}
          onChange={({ currentTarget }) => setOverlap(currentTarget.value as typeof overlap)}
          data-autofocus
        />
        <ExpiryField value={expiry} onChange={setExpiry} />
        <FormFooter
          change={rotate}
          submit={texts.submit}
          isReady={expires_at !== undefined}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
