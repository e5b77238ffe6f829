import { Button, List, Modal, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconArrowsDiff, IconBan, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { showFailure } from '../../../components/notices/notify.ts';
import { BulkBar } from '../../../components/table/bulk-bar.tsx';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { runsTexts } from '../../../texts/runs/runs.ts';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import type { ListedRun } from './listed-run.ts';
import { type BulkResult, useBulk } from './use-bulk.ts';

const { bulk: texts } = runsListTexts;

/** Retries, cancels or compares the selected runs. */
export function BulkActions({ runs, onClear }: { runs: readonly ListedRun[]; onClear: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [result, setResult] = useState<BulkResult>();
  const { progress, retry, cancel } = useBulk();
  const controlled = runs.filter(({ may_control }) => may_control);
  const retriable = controlled.filter(({ ended_at, status, retried_as }) =>
    ended_at === null ? false : status !== 'succeeded' && retried_as === null,
  );
  const unfinished = controlled.filter(({ ended_at }) => ended_at === null);
  const finish = (done: BulkResult) => {
    if (done.refused.length > 0) setResult(done);
    onClear();
  };
  const [first, second] = runs;
  return (
    <>
      <BulkBar count={runs.length} onClear={onClear}>
        {progress ? (
          <Stack gap={4} w={180} role="status">
            <Text size="xs">{texts.progress(progress.done, progress.total)}</Text>
            <Progress
              size="sm"
              value={(progress.done / progress.total) * 100}
              aria-label={texts.progress(progress.done, progress.total)}
            />
          </Stack>
        ) : (
          <>
            <Tooltip label={texts.retryAbout} multiline maw={260}>
              <Button
                leftSection={<IconRefresh size={16} aria-hidden />}
                disabled={retriable.length === 0}
                onClick={() => void retry(retriable).then(finish).catch(showFailure)}
              >
                {texts.retry(retriable.length)}
              </Button>
            </Tooltip>
            <Button
              variant="default"
              leftSection={<IconBan size={16} aria-hidden />}
              disabled={unfinished.length === 0}
              onClick={() => setConfirming(true)}
            >
              {texts.cancel(unfinished.length)}
            </Button>
            {runs.length === 2 && first && second && (
              <Button
                variant="subtle"
                visibleFrom="sm"
                leftSection={<IconArrowsDiff size={16} aria-hidden />}
                renderRoot={(props) => (
                  <Link to="/runs/$id" params={{ id: first.id }} search={{ compare: second.id }} {...props} />
                )}
              >
                {texts.compare}
              </Button>
            )}
          </>
        )}
      </BulkBar>
      <ConfirmModal
        isOpen={isConfirming}
        title={texts.confirmTitle(unfinished.length)}
        confirm={texts.confirm(unfinished.length)}
        onClose={() => setConfirming(false)}
        onConfirm={async () => finish(await cancel(unfinished))}
      >
        {texts.confirmText}
      </ConfirmModal>
      {result && <Refused result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}

/** Names the runs that couldn't be retried or cancelled, with the reason of each. */
const Refused = ({ result: { kind, refused }, onClose }: { result: BulkResult; onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title={kind === 'retry' ? texts.notRetried(refused.length) : texts.notCancelled(refused.length)}
  >
    <Stack gap="md">
      <List size="sm" spacing="xs">
        {refused.map(({ run, reason }) => (
          <List.Item key={run.id}>
            <Link to="/runs/$id" params={{ id: run.id }}>
              {escapeBidi(run.workflow.name ?? runsTexts.deletedWorkflow)}
            </Link>
            <Text size="sm" c="dimmed">
              {escapeBidi(reason)}
            </Text>
          </List.Item>
        ))}
      </List>
      <DialogButtons>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogButtons>
    </Stack>
  </Modal>
);
