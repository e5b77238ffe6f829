import { Box } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { shortId } from '../../components/runs/short-id.ts';
import { CopyIcon } from '../../components/values/copy-text.tsx';
import { DataBlock } from '../../components/values/data-block.tsx';
import { runTexts as texts } from '../../texts/runs/runs-run.ts';
import { CancelButton } from './cancel-button.tsx';
import { CompareRuns } from './compare-runs.tsx';
import { isRetriable } from './list/listed-run.ts';
import { RetryButton } from './retry-button.tsx';
import { FailureBanner } from './run/failure-banner.tsx';
import { MoreActions } from './run/more-actions.tsx';
import { RunCrumbs } from './run/run-crumbs.tsx';
import { RunFacts } from './run/run-facts.tsx';
import { RunNeighbors } from './run/run-neighbors.tsx';
import { TriggerData } from './run/trigger-data.tsx';
import { WaitingBanner } from './run/waiting-banner.tsx';
import { RunSteps } from './steps/run-steps.tsx';
import { failingStop } from './viewed-run.ts';

const route = getRouteApi('/runs/$id');
const refreshMs = 1_500;
const unfinished = ['queued', 'running', 'waiting'];

/** One run: the cause if it failed, a timeline of its steps, its trigger data, and the actions to retry or cancel it. */
export function RunPage() {
  const { id } = route.useParams();
  const { compare } = route.useSearch();
  const navigate = route.useNavigate();
  const [isChoosing, choosing] = useDisclosure(false);
  const isComparing = isChoosing || compare !== undefined;
  const stopComparing = () => {
    choosing.close();
    if (compare !== undefined) void navigate({ search: {}, resetScroll: false });
  };
  const { data: run } = useSuspenseQuery({
    ...query('GET /runs/:id', { params: { id }, query: {} }),
    refetchInterval: ({ state }) => (unfinished.includes(state.data?.status ?? '') ? refreshMs : false),
  });
  return (
    <PageFrame
      back={<RunCrumbs run={run} />}
      title={texts.title(shortId(run.id))}
      state={
        // A phone has it in the menu.
        <Box visibleFrom="sm">
          <CopyIcon text={run.id} label={texts.copyId} />
        </Box>
      }
      guide="console/runs.md#one-run"
      actions={
        <>
          <RunNeighbors id={run.id} />
          <MoreActions
            run={run}
            isComparing={isComparing}
            onCompare={isComparing ? stopComparing : choosing.open}
          />
          {unfinished.includes(run.status) && <CancelButton run={run} />}
          {/* A workflow that ended the run on purpose would most likely do so again. */}
          {isRetriable(run) && (
            <RetryButton run={run.id} variant={failingStop(run, run.steps) ? 'default' : 'filled'} />
          )}
        </>
      }
    >
      <RunFacts run={run} />
      {run.status === 'failed' && <FailureBanner run={run} />}
      {run.status === 'waiting' && <WaitingBanner run={run} />}
      {isComparing && <CompareRuns run={run} other={compare} onStop={stopComparing} />}
      {/* The key forgets which step was selected in another run. */}
      <RunSteps key={run.id} run={run}>
        {run.result !== null && (
          <Panel title={texts.result.title}>
            <DataBlock value={run.result} label={texts.result.title} />
          </Panel>
        )}
        <TriggerData input={run.input} />
      </RunSteps>
    </PageFrame>
  );
}
