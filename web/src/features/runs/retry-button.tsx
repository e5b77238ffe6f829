import { Button, Menu, Radio, Stack, Text } from '@mantine/core';
import { IconArrowForwardUp, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { query, useChange } from '../../api/queries.ts';
import { RepeatModal } from '../../components/dialogs/repeat-modal.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { runsTexts } from '../../texts/runs/runs.ts';

const texts = runsTexts.retry;

/** Retries a run. The menu goes straight to one of the two places to retry from. */
export function RetryButton({ run, variant = 'filled' }: { run: string; variant?: 'filled' | 'default' }) {
  const [opened, setOpened] = useState<From | 'usual'>();
  return (
    <>
      <Button.Group>
        <Button
          variant={variant}
          leftSection={<IconArrowForwardUp size={16} aria-hidden />}
          onClick={() => setOpened('usual')}
        >
          {texts.button}
        </Button>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button variant={variant} px={7} aria-label={texts.more} title={texts.more}>
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <RetryChoices run={run} onChoose={setOpened} />
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {opened && (
        <RetryModal
          run={run}
          initial={opened === 'usual' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** The places to retry from, each with the version that it uses. */
function RetryChoices({ run, onChoose }: { run: string; onChoose: (from: From) => void }) {
  const { data: plan } = useQuery(planOf(run));
  return (
    <>
      <Menu.Label>{texts.from}</Menu.Label>
      <Menu.Item onClick={() => onChoose('failed step')}>
        {plan ? texts.failedStep(plan.used) : texts.failedStepUnknown}
      </Menu.Item>
      <Menu.Item onClick={() => onChoose('start')}>
        {plan ? texts.start(plan.published) : texts.startUnknown}
      </Menu.Item>
    </>
  );
}

const planOf = (run: string) => ({
  ...query('GET /runs/:id/retry', { params: { id: run } }),
  staleTime: 0,
});

type From = 'failed step' | 'start';

/** Asks which step to retry from. */
function RetryModal({
  run,
  initial,
  onClose,
}: {
  run: string;
  initial: From | undefined;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(initial);
  const retry = useChange('POST /runs/:id/retry', ['GET /runs', 'GET /runs/:id']);
  const { data: plan, error } = useQuery(planOf(run));
  const from = chosen ?? defaultOf(plan);
  const start = async (repeatsCalls: boolean) => {
    const { id, version } = await retry.mutateAsync({
      params: { id: run },
      body: { from, repeat_calls: repeatsCalls },
    });
    showSuccess(texts.done(version.used));
    onClose();
    void navigate({ to: '/runs/$id', params: { id } });
  };
  const choose = (next: From) => {
    retry.reset();
    setChosen(next);
  };
  return (
    <RepeatModal
      title={texts.title}
      confirm={plan ? texts.confirmWith(from === 'start' ? plan.published : plan.used) : texts.confirm}
      error={retry.error ?? error}
      isBusy={retry.isPending}
      onConfirm={(repeatsCalls) => void start(repeatsCalls).catch(() => {})}
      onClose={onClose}
    >
      <Text size="sm">{texts.about}</Text>
      {plan && plan.own !== plan.published && (
        <Text size="sm" fw={500}>
          {texts.newer(plan.own, plan.published)} {plan.changes_failed_step && texts.fixed}
        </Text>
      )}
      <RetryFrom from={from} plan={plan} onChoose={choose} />
    </RepeatModal>
  );
}

type Plan = ApiResponse<'GET /runs/:id/retry'>;

/** Starts over if only that uses a published version that may fix the step. Otherwise nothing needs to be sent twice. */
const defaultOf = (plan: Plan | undefined): From =>
  plan?.changes_failed_step && plan.used !== plan.published ? 'start' : 'failed step';

/** The choice of where to start the retry. Each option shows the version that it uses. */
const RetryFrom = ({
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
        label={plan ? texts.failedStep(plan.used) : texts.failedStepUnknown}
        description={plan && texts.failedStepHelp(plan)}
      />
      <Radio
        value="start"
        label={plan ? texts.start(plan.published) : texts.startUnknown}
        description={plan && texts.startHelp(plan.published)}
      />
    </Stack>
  </Radio.Group>
);
