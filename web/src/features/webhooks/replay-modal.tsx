import { Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { DraftModal } from '../../components/dialogs/draft-modal.tsx';
import { FormFooter } from '../../components/dialogs/form-footer.tsx';
import { errorsOf } from '../../components/fields/field-errors.ts';
import { StatusMessage } from '../../components/notices/notice.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { localTime } from '../../components/values/local-time.ts';
import { webhooksTexts } from '../../texts/webhooks.ts';
import { staleWebhooks } from './webhook.ts';

const texts = webhooksTexts.replay;

interface ReplayProps {
  readonly id: number;
  /** The start of the period at first. Undefined closes the dialog. */
  readonly from: string | undefined;
  readonly onClose: () => void;
}

/** Sends the events of a period again. */
export const ReplayModal = ({ from, ...rest }: ReplayProps) => (
  <DraftModal opened={from !== undefined} onClose={rest.onClose} title={texts.title}>
    {from !== undefined && <ReplayForm from={from} {...rest} />}
  </DraftModal>
);

function ReplayForm({ id, from, onClose }: ReplayProps & { from: string }) {
  const [start, setStart] = useState(localTime(from));
  const [end, setEnd] = useState('');
  const replay = useChange('POST /webhooks/:id/replay', staleWebhooks);
  const { errorAt, hasOthers } = errorsOf(replay.error);
  const isOrdered = end === '' || start < end;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = {
      from: new Date(start).toISOString(),
      ...(end !== '' && { to: new Date(end).toISOString() }),
    };
    const onSuccess = ({ replayed }: { replayed: number }) => {
      if (replayed === 0) return;
      showSuccess(texts.replayed(replayed));
      onClose();
    };
    replay.mutate({ params: { id }, body }, { onSuccess });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{texts.about}</Text>
        <TextInput
          type="datetime-local"
          label={texts.from}
          value={start}
          error={errorAt('from')}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
          required
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label={texts.to}
          description={texts.toHelp}
          value={end}
          error={isOrdered ? errorAt('to') : texts.order}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
        <StatusMessage>
          {replay.data?.replayed === 0 && !replay.isPending && <Text size="sm">{texts.none}</Text>}
        </StatusMessage>
        <FormFooter
          change={{ error: hasOthers ? replay.error : null, isPending: replay.isPending }}
          submit={texts.start}
          isReady={start !== '' && isOrdered}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
