import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiResponse, call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { ErrorNotice } from '../../../components/page/error-notice.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { PageAction } from '../../../components/page/page-action.tsx';
import { runsListTexts } from '../../../texts/runs/runs-list.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { queryOf, type RunsSearch } from '../runs-search.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { isRetriable, type ListedRun } from './listed-run.ts';
import { RefusedRuns } from './refused-runs.tsx';
import { type BulkResult, useBulk } from './use-bulk.ts';
import { useRunTotals } from './use-runs.ts';

const { retryFailed: texts, bulk: bulkTexts } = runsListTexts;
/** More runs would take too long for a dialog. */
const maxRuns = 500;

/** A button that retries all failed runs that match the filters. It is hidden if there are none. */
export function RetryFailed({ search }: { search: RunsSearch }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const [result, setResult] = useState<BulkResult>();
  const failed = useRunTotals(search)?.find(({ status }) => status === 'failed')?.count ?? 0;
  const close = (done?: BulkResult) => {
    setOpen(false);
    if (done && done.refused.length > 0) setResult(done);
  };
  return (
    <>
      {may('runs.retry') && failed > 0 && (
        <PageAction
          isSecondary
          isInMenu
          icon={IconArrowForwardUp}
          label={texts.button}
          onClick={() => setOpen(true)}
        />
      )}
      {isOpen && <RetryDialog search={search} onClose={close} />}
      {result && <RefusedRuns result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}

/** Says how many runs are retried, and asks for confirmation. */
function RetryDialog({ search, onClose }: { search: RunsSearch; onClose: (result?: BulkResult) => void }) {
  const found = useQuery({
    queryKey: ['GET /runs', 'failed', search],
    queryFn: ({ signal }) => readFailed(search, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { progress, retry } = useBulk();
  const [failure, setFailure] = useState<Error>();
  const runs = found.data?.runs ?? [];
  return (
    <Modal opened onClose={() => onClose()} title={texts.title}>
      <Stack gap="md">
        <Text component="div" size="sm" role="status">
          <Loaded result={found} placeholder={texts.counting}>
            {({ isCut }) => (
              <>
                {runs.length === 0 ? texts.none : texts.found(runs.length)} {isCut && texts.cut(maxRuns)}
              </>
            )}
          </Loaded>
        </Text>
        {progress && <BulkProgress {...progress} />}
        {failure && <ErrorNotice error={failure} title={sharedTexts.failedAction} />}
        <DialogButtons>
          <Button variant="default" onClick={() => onClose()} data-autofocus>
            {sharedTexts.cancel}
          </Button>
          <Button
            loading={progress !== undefined}
            disabled={runs.length === 0}
            onClick={() => void retry(runs).then(onClose).catch(setFailure)}
          >
            {bulkTexts.retry(runs.length)}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

/** Reads the failed runs that the user can retry, newest first. */
async function readFailed(search: RunsSearch, signal: AbortSignal) {
  const runs: ListedRun[] = [];
  let before: string | null = null;
  do {
    const page: ApiResponse<'GET /runs'> = await call(
      'GET /runs',
      { query: { ...queryOf(search), status: 'failed', ...(before !== null && { before }) } },
      signal,
    );
    runs.push(...page.runs.filter(isRetriable));
    before = page.next;
  } while (before !== null && runs.length <= maxRuns);
  return { runs: runs.slice(0, maxRuns), isCut: runs.length > maxRuns };
}
