import { SimpleGrid, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { Panel } from '../../components/page/panel.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';
import { Callers } from './callers.tsx';
import { Gauge } from './gauge.tsx';
import { type CeilingUse, MinutesChart } from './minutes-chart.tsx';

const texts = workspaceTexts.use;
const refreshMs = 5_000;
const number = new Intl.NumberFormat();

/** Shows how much of the rate limits is used, and by which callers. */
export function UsePanel() {
  const { data } = useSuspenseQuery({ ...query('GET /workspace/use', {}), refetchInterval: refreshMs });
  const { requests, listeners, runs } = data;
  const count = (value: number) =>
    value >= runs.counted_up_to ? texts.atLeast(number.format(value)) : number.format(value);
  const waiting = runs.waiting === 0 ? texts.noneWaiting : texts.waiting(count(runs.waiting));
  return (
    <Panel title={texts.title} about={texts.about}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <LimitGauge label={texts.requests} limit={requests} />
        <LimitGauge label={texts.listeners} limit={listeners} />
        <Gauge
          label={texts.runs}
          says={`${texts.ofRuns(count(runs.in_flight), number.format(runs.most))}. ${waiting}`}
          share={runs.in_flight / runs.most}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <MinutesChart title={texts.requestsChart} minutes={requests.minutes} />
        <MinutesChart title={texts.listenersChart} minutes={listeners.minutes} />
      </SimpleGrid>
      <Callers
        title={texts.callers}
        first={texts.who}
        second={texts.by}
        none={texts.nobody}
        rows={requests.callers.map(({ user, means, ...counted }) => ({
          name: user?.name ?? texts.others,
          ...(user && { to: `/settings/users/${user.id}` }),
          by: means ? meansOf(means) : '',
          ...counted,
        }))}
      />
      <Callers
        title={texts.calledListeners}
        first={texts.workflow}
        none={texts.none}
        rows={listeners.callers.map(({ workflow, is_deleted, ...counted }) => ({
          name: workflow?.name ?? (is_deleted ? texts.deletedWorkflow : texts.others),
          ...(workflow && { to: `/workflows/${workflow.id}` }),
          ...counted,
        }))}
      />
      <Text size="xs" c="dimmed">
        {data.is_whole ? texts.honestOverAll : texts.honest}
      </Text>
    </Panel>
  );
}

/** Shows a rate limit's current and peak usage. */
function LimitGauge({ label, limit }: { label: string; limit: CeilingUse }) {
  const { burst, remaining, least } = limit;
  const used = (left: number | null) => number.format(burst - (left ?? burst));
  return (
    <Gauge
      label={label}
      says={`${texts.ofRequests(used(remaining), number.format(burst))}. ${texts.most(used(least))}`}
      share={1 - (remaining ?? burst) / burst}
    />
  );
}

function meansOf({ type, name }: { type: string; name: string | null }): string {
  const kind = workspaceTexts.means[type] ?? type;
  return name === null ? kind : `${kind} “${name}”`;
}
