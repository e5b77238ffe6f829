import { Button, Radio, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import { RepeatModal } from '../../components/repeat-modal.tsx';
import { tellDone } from '../../components/tell.ts';
import { runsTexts } from '../../texts/runs.ts';
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

/** Asks where to begin. */
function RetryModal({ run, onClose }: { run: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [from, setFrom] = useState<From>('failed step');
  const retry = useChange('POST /runs/:id/retry', ['GET /runs', 'GET /runs/:id']);
  const begin = async (repeatsCalls: boolean) => {
    const { id } = await retry.mutateAsync({
      params: { id: run },
      body: { from, repeat_calls: repeatsCalls },
    });
    tellDone(texts.done);
    onClose();
    void navigate({ to: '/runs/$id', params: { id } });
  };
  const choose = (wanted: From) => {
    retry.reset();
    setFrom(wanted);
  };
  return (
    <RepeatModal
      title={texts.title}
      confirm={texts.confirm}
      error={retry.error}
      isBusy={retry.isPending}
      onConfirm={(repeatsCalls) => void begin(repeatsCalls).catch(() => {})}
      onClose={onClose}
    >
      <Text size="sm">{texts.about}</Text>
      <WhereToBegin from={from} onChoose={choose} />
    </RepeatModal>
  );
}

const WhereToBegin = ({ from, onChoose }: { from: From; onChoose: (from: From) => void }) => (
  <Radio.Group
    label={texts.from}
    value={from}
    onChange={(value) => onChoose(value === 'start' ? 'start' : 'failed step')}
  >
    <Stack gap="xs" mt="xs">
      <Radio data-autofocus value="failed step" label={texts.failedStep} description={texts.failedStepHelp} />
      <Radio value="start" label={texts.start} description={texts.startHelp} />
    </Stack>
  </Radio.Group>
);
