import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../api/call.ts';
import { query } from '../../../api/queries.ts';
import { StatusChip, shownStatus } from '../../../components/chips/status-chip.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { Name } from '../../../components/values/name.tsx';
import { leadTexts } from '../../../texts/leads/lead.ts';
import classes from './record.module.css';

export const runsOfLead = (id: number) => query('GET /leads/:id/runs', { params: { id } });

type Run = ApiResponse<'GET /leads/:id/runs'>['runs'][number];

/** The runs that changed a lead, as far as the user can see them. */
export const LeadRuns = ({ id }: { id: number }) => (
  <Loaded result={useQuery(runsOfLead(id))}>
    {({ runs }) =>
      runs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {leadTexts.noRuns}
        </Text>
      ) : (
        <ul className={classes.runs}>
          {runs.map((run) => (
            <OneRun key={run.id} run={run} />
          ))}
        </ul>
      )
    }
  </Loaded>
);

const OneRun = ({ run }: { run: Run }) => (
  <li className={classes.run}>
    <div className={classes.title}>
      <Anchor component={Link} to={`/runs/${run.id}`} size="sm" fw={500} className={classes.who}>
        <Name>{run.workflow.name ?? leadTexts.deletedWorkflow}</Name>
      </Anchor>
      <StatusChip status={shownStatus(run)} />
    </div>
    <Text size="xs" c="dimmed" component="div">
      <Moment at={run.accepted_at} isInGrid /> · {leadTexts.version(run.workflow.version)}
    </Text>
    {run.error !== null && (
      <Text size="xs" c="dimmed" lineClamp={2}>
        {run.error}
      </Text>
    )}
  </li>
);
