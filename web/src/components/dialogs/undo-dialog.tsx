import { Button, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ApiInput, type ApiResponse, CallError, call } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { undoTexts as texts } from '../../texts/undo.ts';
import { ErrorNotice } from '../page/error-notice.tsx';
import { Figures } from '../page/facts.tsx';
import { Loaded } from '../page/loaded.tsx';
import { Loading } from '../page/loading.tsx';
import { localTime } from '../values/local-time.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { LeftAlone } from './left-alone.tsx';

type Cause = ApiInput<'POST /leads/undo'>['body']['cause'];
export type MeansType = NonNullable<Cause['means']>['type'];
type UndoPreview = ApiResponse<'POST /leads/undo/preview'>;

/** A cause whose changes can be undone, with the name that users choose it by. */
export interface UndoChoice {
  readonly label: string;
  readonly cause: Cause;
}

/** The period that a dialog suggests if it doesn't start at a certain change. */
export const dayAgo = (): string => new Date(Date.now() - 86_400_000).toISOString();

/** Shows what undoing the changes of a cause would do, and starts it. */
export function UndoDialog({
  title,
  choices,
  since,
  onClose,
}: {
  title: string;
  /** The causes to choose from. With only one, there is no choice. */
  choices: readonly UndoChoice[];
  /** The suggested start of the period. Undefined if the cause's changes end by themselves, as those of a job. */
  since?: string | undefined;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [label, setLabel] = useState(choices[0]?.label);
  const [from, setFrom] = useState(since === undefined ? '' : localTime(since));
  const cause = choices.find((choice) => choice.label === label)?.cause ?? {};
  const body = { cause, ...(from !== '' && { since: new Date(from).toISOString() }) };
  const preview = useQuery({
    queryKey: ['POST /leads/undo/preview', body],
    queryFn: ({ signal }) => call('POST /leads/undo/preview', { body }, signal),
    enabled: since === undefined || from !== '',
    retry: false,
    gcTime: 0,
  });
  const start = useChange('POST /leads/undo', ['GET /leads/jobs']);
  const confirm = async () => {
    const { id } = await start.mutateAsync({ body });
    await navigate({ to: '/leads/jobs/$id', params: { id: String(id) } });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="md">
        <Text size="sm">
          {texts.help} {texts.again}
        </Text>
        {choices.length > 1 && (
          <NativeSelect
            label={texts.which}
            value={label}
            data={choices.map((choice) => choice.label)}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
        )}
        {since !== undefined && (
          <TextInput
            type="datetime-local"
            label={texts.since}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
        )}
        {[start.error, preview.error].some(isNothingDone) ? (
          <Text size="sm" c="dimmed" role="status">
            {texts.noChanges}
          </Text>
        ) : (
          <>
            <Loaded result={preview} placeholder={preview.isFetching && <Loading />}>
              {(found) => <Preview preview={found} />}
            </Loaded>
            {start.error && <ErrorNotice error={start.error} title={sharedTexts.failedAction} />}
          </>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose} data-autofocus>
            {sharedTexts.cancel}
          </Button>
          <Button
            color="red"
            loading={start.isPending}
            disabled={preview.isFetching || !preview.data || !hasEffect(preview.data)}
            onClick={() => void confirm().catch(() => undefined)}
          >
            {texts.confirm}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

/** That there is nothing to undo is no failure. */
const isNothingDone = (error: Error | null) => error instanceof CallError && error.code === 'nothing_done';

const hasEffect = ({ changed, deleted, restored, leads, covered }: UndoPreview) =>
  changed + deleted + restored > 0 || covered < leads;

function Preview({ preview }: { preview: UndoPreview }) {
  const facts = [
    [texts.reverted, preview.fields],
    [texts.deleted, preview.deleted],
    [texts.restored, preview.restored],
    [texts.left, preview.left_alone],
  ] as const;
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm" c="dimmed">
        {preview.name} · {texts.of(preview.leads)}
      </Text>
      <Figures figures={facts} />
      {preview.covered < preview.leads && <Text size="sm">{texts.partial(preview.covered)}</Text>}
      {!hasEffect(preview) && <Text size="sm">{texts.nothing}</Text>}
      <LeftAlone entries={preview.first.left_alone.slice(0, maxShown)} total={preview.left_alone} />
    </Stack>
  );
}

/** More would hide the buttons. The result lists all of them. */
const maxShown = 5;
