import { Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useMay, useSession } from '../../api/session.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { homeTexts } from '../../texts/home.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import { seriesOf, slotLabel } from '../runs/chart-series.ts';
import { DemoPanel } from './demo-panel.tsx';
import { FailingPanel } from './failing-panel.tsx';
import { FirstSteps, useAllowedSteps } from './first-steps.tsx';
import { NoAccess } from './no-access.tsx';

const refreshMs = 15_000;

/** The home page: first steps, sample data, failing workflows and recent activity. */
export function HomePage() {
  const { user, workspace } = useSession();
  const may = useMay();
  const { data } = useSuspenseQuery({ ...query('GET /home', {}), refetchInterval: refreshMs });
  const steps = useAllowedSteps();
  const isClosed = steps.length === 0 && !may('runs.view') && !may('workflows.view');
  // Without any workflow, don't report that no workflow is failing.
  const hasWork = data.progress.has_workflow;
  const isFailing = may('workflows.view') && data.failing.length > 0;
  return (
    <PageFrame title={homeTexts.title(user.name)} about={homeTexts.about(workspace.name)}>
      <Stack gap="md">
        {isClosed ? <NoAccess /> : <FirstSteps home={data} steps={steps} />}
        {may('settings.manage') && <DemoPanel isNew={Object.values(data.progress).includes(false)} />}
        {/* Show failures above the chart, where people on call see them first. If there are none, say so below the chart. */}
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
        <TimeChart series={series} label={homeTexts.chart} labelOf={slotLabel(data)} />
      )}
      {data.is_cut && (
        <Text size="xs" c="dimmed">
          {runsTexts.charts.cut}
        </Text>
      )}
    </Panel>
  );
}
