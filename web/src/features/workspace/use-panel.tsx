import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { Panel } from '../../components/page/panel.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';
import { Callers } from './callers.tsx';
import { Gauge } from './gauge.tsx';
import { type CeilingUse, MinutesChart } from './minutes-chart.tsx';
import classes from './workspace.module.css';

const texts = workspaceTexts.use;
const number = new Intl.NumberFormat();

type Use = ApiResponse<'GET /workspace/use'>;

/** Shows how much of each limit is used. */
export function UseGauges({ use: { requests, listeners, runs } }: { use: Use }) {
  const count = (value: number) =>
    value >= runs.counted_up_to ? texts.atLeast(number.format(value)) : number.format(value);
  return (
    <Paper withBorder className={classes.gauges ?? ''} component="section" aria-label={texts.title}>
      <LimitGauge label={texts.requests} limit={requests} />
      <LimitGauge label={texts.listeners} limit={listeners} />
      <Gauge
        label={texts.runs}
        used={count(runs.in_flight)}
        of={texts.ofRuns(number.format(runs.most))}
        says={runs.waiting === 0 ? texts.noneWaiting : texts.waiting(count(runs.waiting))}
        share={runs.in_flight / runs.most}
      />
    </Paper>
  );
}

/** Shows which callers used the limits. */
export function UsePanel({ use: { requests, listeners, is_whole } }: { use: Use }) {
  const minutes = [...requests.minutes, ...listeners.minutes];
  const isQuiet = minutes.every(({ served, refused }) => served + refused === 0);
  return (
    <Panel title={texts.callersTitle} about={texts.about}>
      {isQuiet ? (
        <EmptyState
          isCompact
          title={texts.quietTitle}
          text={texts.quietHelp}
          guide="console/settings.md#general-limits-and-retention-settingsgeneral-settingslimits-settingsretention"
        />
      ) : (
        <Usage requests={requests} listeners={listeners} />
      )}
      <Text size="xs" c="dimmed">
        {is_whole ? texts.honestOverAll : texts.honest}
      </Text>
    </Panel>
  );
}

const Usage = ({ requests, listeners }: Pick<Use, 'requests' | 'listeners'>) => (
  <>
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
  </>
);

/** Shows a rate limit's current and peak usage. */
function LimitGauge({ label, limit }: { label: string; limit: CeilingUse }) {
  const { burst, remaining, least } = limit;
  const used = (left: number | null) => number.format(burst - (left ?? burst));
  return (
    <Gauge
      label={label}
      used={used(remaining)}
      of={texts.ofBurst(number.format(burst))}
      says={texts.most(used(least))}
      share={1 - (remaining ?? burst) / burst}
    />
  );
}

function meansOf({ type, name }: { type: string; name: string | null }): string {
  const kind = workspaceTexts.means[type] ?? type;
  return name === null ? kind : `${kind} “${name}”`;
}
