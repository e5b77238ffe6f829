import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { query, useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { homeTexts } from '../../texts/home.ts';

const texts = homeTexts.demo;
const refreshMs = 1_000;
const shown = [
  'GET /demo',
  'GET /home',
  'GET /home/attention',
  'GET /home/figures',
  'GET /home/activity',
] as const;

/** Offers to add sample data to a new workspace, and to remove it. */
export function DemoPanel({ isNew }: { isNew: boolean }) {
  const { data } = useQuery({
    ...query('GET /demo', {}),
    refetchInterval: ({ state }) => (state.data?.state === 'playing' ? refreshMs : false),
  });
  const client = useQueryClient();
  const isPlayed = data?.state === 'played';
  // Refresh the rest of the screen once the sample data is complete.
  useEffect(() => {
    if (isPlayed) for (const name of shown.slice(1)) void client.invalidateQueries({ queryKey: [name] });
  }, [client, isPlayed]);
  if (!data || (data.state === 'none' && !isNew)) return null;
  return (
    <Panel title={texts.title} about={texts.about[data.state]}>
      {data.state === 'none' ? <AddSampleData /> : <SampleData demo={data} />}
    </Panel>
  );
}

function AddSampleData() {
  const add = useChange('POST /demo', shown);
  return (
    <>
      <div>
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate({})}>
          {texts.add}
        </Button>
      </div>
      {add.error && <ErrorNotice error={add.error} />}
    </>
  );
}

function SampleData({ demo: { state, runs, of } }: { demo: ApiResponse<'GET /demo'> }) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useChange('DELETE /demo', shown);
  return (
    <Stack gap="sm">
      {state === 'playing' && (
        <>
          <Progress value={(runs / of) * 100} aria-label={texts.progress(runs, of)} />
          <Text size="sm" role="status">
            {texts.progress(runs, of)}
          </Text>
        </>
      )}
      <Group gap="md">
        {texts.places.map(({ to, label }) => (
          <Anchor key={to} size="sm" component={Link} to={to}>
            {label}
          </Anchor>
        ))}
      </Group>
      {state !== 'playing' && (
        <div>
          <Button variant="default" onClick={() => setConfirming(true)}>
            {texts.remove}
          </Button>
        </div>
      )}
      <ConfirmModal
        title={texts.removeTitle}
        confirm={texts.removeConfirm}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          await remove.mutateAsync({});
          showSuccess(texts.removed);
        }}
      >
        {texts.removeText}
      </ConfirmModal>
    </Stack>
  );
}
