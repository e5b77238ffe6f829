import { Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { StackedBars } from '../../components/values/stacked-bars.tsx';
import { homeTexts } from '../../texts/home.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { seriesOf, slotLabel } from '../runs/chart-series.ts';
import { DemoPanel } from './demo-panel.tsx';
import { FailingPanel } from './failing-panel.tsx';
import { FirstSteps, useOwnSteps } from './first-steps.tsx';
import { NothingOpen } from './nothing-open.tsx';

const refreshMs = 15_000;

/** The first screen: what happens, what needs a look, and what is still to be done in a new workspace. */
export function HomePage() {
  const { user, workspace } = useSession();
  const may = useMay();
  const { data } = useSuspenseQuery({ ...query('GET /home', {}), refetchInterval: refreshMs });
  const steps = useOwnSteps();
  const isClosed = steps.length === 0 && !may('runs.view') && !may('workflows.view');
  // Before anything runs, that nothing fails is no news.
  const hasWork = data.progress.has_workflow;
  const isFailing = may('workflows.view') && data.failing.length > 0;
  return (
    <PageFrame title={homeTexts.title(user.name)} about={homeTexts.about(workspace.name)}>
      <Stack gap="md">
        {isClosed ? <NothingOpen /> : <FirstSteps home={data} mine={steps} />}
        {may('settings.manage') && <DemoPanel isNew={Object.values(data.progress).includes(false)} />}
        {/* Who is called at night sees first what failed; that nothing does is read last. */}
        {isFailing && <FailingPanel failing={data.failing} />}
        {may('runs.view') && <LastDay isNew={!data.progress.has_request} />}
        {may('workflows.view') && hasWork && !isFailing && <FailingPanel failing={data.failing} />}
      </Stack>
    </PageFrame>
  );
}

function LastDay({ isNew }: { isNew: boolean }) {
  const { data } = useQuery({
    ...query('GET /runs-chart', { query: { span: 'day' } }),
    refetchInterval: refreshMs,
  });
  if (!data) return null;
  const series = seriesOf(data);
  if (series.length === 0 && isNew) return null;
  return (
    <Panel title={homeTexts.chartTitle}>
      {series.length === 0 ? (
        <Text size="sm">{homeTexts.noRuns}</Text>
      ) : (
        <StackedBars series={series} label={homeTexts.chart} labelOf={slotLabel(data)} />
      )}
      {data.is_cut && (
        <Text size="xs" c="dimmed">
          {runsTexts.charts.cut}
        </Text>
      )}
    </Panel>
  );
}
