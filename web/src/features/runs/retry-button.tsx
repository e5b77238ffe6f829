import { Button, Radio, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/call.ts';
import { query, useChange } from '../../api/queries.ts';
import { RepeatModal } from '../../components/dialogs/repeat-modal.tsx';
import { tellDone } from '../../components/notices/notify.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
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
  const { data: plan, error } = useQuery({
    ...query('GET /runs/:id/retry', { params: { id: run } }),
    staleTime: 0,
  });
  const begin = async (repeatsCalls: boolean) => {
    const { id, version } = await retry.mutateAsync({
      params: { id: run },
      body: { from, repeat_calls: repeatsCalls },
    });
    tellDone(texts.done(version.used));
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
      error={retry.error ?? error}
      isBusy={retry.isPending}
      onConfirm={(repeatsCalls) => void begin(repeatsCalls).catch(() => {})}
      onClose={onClose}
    >
      <Text size="sm">{texts.about}</Text>
      <WhereToBegin from={from} plan={plan} onChoose={choose} />
    </RepeatModal>
  );
}

type Plan = Answer<'GET /runs/:id/retry'>;

/** What each choice does, and with which version. */
const WhereToBegin = ({
  from,
  plan,
  onChoose,
}: {
  from: From;
  plan: Plan | undefined;
  onChoose: (from: From) => void;
}) => (
  <Radio.Group
    label={texts.from}
    value={from}
    onChange={(value) => onChoose(value === 'start' ? 'start' : 'failed step')}
  >
    <Stack gap="xs" mt="xs">
      <Radio
        data-autofocus
        value="failed step"
        label={texts.failedStep}
        description={plan && texts.failedStepHelp(plan)}
      />
      <Radio value="start" label={texts.start} description={plan && texts.startHelp(plan.published)} />
    </Stack>
  </Radio.Group>
);
