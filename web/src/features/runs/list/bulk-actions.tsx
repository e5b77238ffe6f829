import { Button, Tooltip } from '@mantine/core';
import { IconArrowForwardUp, IconArrowsDiff, IconBan } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmModal } from '../../../components/dialogs/confirm.tsx';
import { showFailure } from '../../../components/notices/notify.ts';
import { BulkBar } from '../../../components/table/bulk-bar.tsx';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { isRetriable, type ListedRun } from './listed-run.ts';
import { RefusedRuns } from './refused-runs.tsx';
import { type BulkResult, useBulk } from './use-bulk.ts';

const { bulk: texts } = runsListTexts;

/** Retries, cancels or compares the selected runs. */
export function BulkActions({ runs, onClear }: { runs: readonly ListedRun[]; onClear: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [result, setResult] = useState<BulkResult>();
  const { progress, retry, cancel } = useBulk();
  const retriable = runs.filter(isRetriable);
  const unfinished = runs.filter(({ may_control, ended_at }) => may_control && ended_at === null);
  const finish = (done: BulkResult) => {
    if (done.refused.length > 0) setResult(done);
    onClear();
  };
  const [first, second] = runs;
  return (
    <>
      <BulkBar count={runs.length} onClear={onClear}>
        {progress ? (
          <BulkProgress {...progress} />
        ) : (
          <>
            <Tooltip label={texts.retryAbout} multiline maw={260}>
              <Button
                leftSection={<IconArrowForwardUp size={16} aria-hidden />}
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
      {result && <RefusedRuns result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}
