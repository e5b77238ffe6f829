import { Button, Paper, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiResponse } from '../../api/call.ts';
import { query, useChange } from '../../api/queries.ts';
import { ConfirmModal } from '../../components/dialogs/confirm.tsx';
import { showSuccess } from '../../components/notices/notify.ts';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { homeTexts } from '../../texts/home.ts';
import classes from './home.module.css';

const texts = homeTexts.demo;
const refreshMs = 1_000;
const shown = [
  'GET /demo',
  'GET /home',
  'GET /home/attention',
  'GET /home/figures',
  'GET /home/activity',
] as const;

/** One line that offers to add sample data to a new workspace, or to remove it. */
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
    <Paper withBorder className={classes.line} component="section" aria-label={texts.title}>
      <b className={classes.title}>{texts.title}</b>
      <span className={classes.about}>{texts.about[data.state]}</span>
      <div className={classes.action}>
        {data.state === 'none' && <AddSampleData />}
        {data.state === 'playing' && <Loading demo={data} />}
        {(data.state === 'played' || data.state === 'stuck') && <RemoveSampleData />}
      </div>
    </Paper>
  );
}

function AddSampleData() {
  const add = useChange('POST /demo', shown);
  return (
    <>
      <Button variant="default" size="xs" loading={add.isPending} onClick={() => add.mutate({})}>
        {texts.add}
      </Button>
      {add.error && <ErrorNotice error={add.error} />}
    </>
  );
}

const Loading = ({ demo: { runs, of } }: { demo: ApiResponse<'GET /demo'> }) => (
  <>
    <Progress w={120} value={(runs / of) * 100} aria-label={texts.progress(runs, of)} />
    <span role="status">{texts.progress(runs, of)}</span>
  </>
);

function RemoveSampleData() {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useChange('DELETE /demo', shown);
  return (
    <>
      <Button variant="subtle" size="xs" onClick={() => setConfirming(true)}>
        {texts.remove}
      </Button>
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
    </>
  );
}
