import { Alert, Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { tellDone } from '../../components/tell.ts';
import { runsTexts } from '../../texts/runs.ts';
import { sharedTexts } from '../../texts/shared.ts';
import type { ViewedRun } from './viewed-run.ts';

const texts = runsTexts.retry;

/** Tries a run again. */
export function RetryButton({ run }: { run: ViewedRun }) {
  const [isOpen, setOpen] = useState(false);
  if (!run.may_control) return null;
  return (
    <>
      <Button leftSection={<IconRefresh size={16} />} onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      {isOpen && <RetryModal run={run.id} onClose={() => setOpen(false)} />}
    </>
  );
}

type From = 'failed step' | 'start';

/** Asks where to begin; where a call to the outside would be made twice it says so and asks again. */
function RetryModal({ run, onClose }: { run: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [from, setFrom] = useState<From>('failed step');
  const [isRepeating, setRepeating] = useState(false);
  const retry = useChange('POST /runs/:id/retry', ['GET /runs', 'GET /runs/:id']);
  const isGuarded = retry.error instanceof CallError && retry.error.code === 'calls_would_repeat';
  const begin = async () => {
    const { id } = await retry.mutateAsync({
      params: { id: run },
      body: { from, repeat_calls: isRepeating },
    });
    tellDone(texts.done);
    onClose();
    void navigate({ to: '/runs/$id', params: { id } });
  };
  const choose = (wanted: From) => {
    retry.reset();
    setRepeating(false);
    setFrom(wanted);
  };
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Stack gap="md">
        <Text size="sm">{texts.about}</Text>
        <WhereToBegin from={from} onChoose={choose} />
        {isGuarded && (
          <AlreadySent said={retry.error?.message ?? ''} isRepeating={isRepeating} onChange={setRepeating} />
        )}
        {retry.error && !isGuarded && <ErrorNotice error={retry.error} title={sharedTexts.failedChange} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button
            loading={retry.isPending}
            onClick={() => void begin().catch(() => {})}
            disabled={isGuarded && !isRepeating}
          >
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const WhereToBegin = ({ from, onChoose }: { from: From; onChoose: (from: From) => void }) => (
  <Radio.Group
    label={texts.from}
    value={from}
    onChange={(value) => onChoose(value === 'start' ? 'start' : 'failed step')}
  >
    <Stack gap="xs" mt="xs">
      <Radio value="failed step" label={texts.failedStep} description={texts.failedStepHelp} />
      <Radio value="start" label={texts.start} description={texts.startHelp} />
    </Stack>
  </Radio.Group>
);

const AlreadySent = ({
  said,
  isRepeating,
  onChange,
}: {
  said: string;
  isRepeating: boolean;
  onChange: (isRepeating: boolean) => void;
}) => (
  <Alert role="alert" color="yellow" variant="outline" icon={<IconSend />} title={texts.guard}>
    <Text size="sm" mb="sm">
      {said}
    </Text>
    <Checkbox
      label={texts.repeat}
      checked={isRepeating}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </Alert>
);
