import { Anchor, Stack, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../../api/queries.ts';
import { StatusChip } from '../../../../components/chips/status-chip.tsx';
import { Loaded } from '../../../../components/page/loaded.tsx';
import { durationOf } from '../../../../components/values/duration.ts';
import { Moment } from '../../../../components/values/moment.tsx';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { useBuilderContext } from '../builder-context.ts';
import type { WrittenStep } from '../step-tree.ts';
import classes from './panel.module.css';

const texts = flowTexts.panel.runs;
const shownRuns = 6;

/** The workflow's latest runs, and how this step ended in each. */
export function StepRuns({ step }: { step: WrittenStep }) {
  const { workflow } = useBuilderContext();
  const latest = useQuery(query('GET /runs', { query: { workflow } }));
  const ids = (latest.data?.runs ?? []).slice(0, shownRuns).map(({ id }) => id);
  const runs = useQueries({
    queries: ids.map((id) => query('GET /runs/:id', { params: { id }, query: {} })),
  });
  return (
    <Loaded result={latest}>
      {() =>
        ids.length === 0 ? (
          <Text size="sm">{texts.none}</Text>
        ) : (
          <Stack gap="xs">
            <Text size="xs" c="dimmed">
              {texts.about}
            </Text>
            <ul className={classes.runs}>
              {runs.map(({ data: run }, index) => {
                const ran = run?.steps.find(({ name }) => name === step.name);
                return (
                  <li key={ids[index]}>
                    {ran ? <StatusChip status={ran.status} /> : <span>{run && texts.notReached}</span>}
                    {ran && <span className={classes.took}>{durationOf(ran.started_at, ran.ended_at)}</span>}
                    <Anchor
                      component={Link}
                      to={`/runs/${ids[index]}`}
                      size="xs"
                      aria-label={texts.open(ids[index] ?? '')}
                    >
                      {run && <Moment at={run.accepted_at} isInGrid />}
                    </Anchor>
                  </li>
                );
              })}
            </ul>
          </Stack>
        )
      }
    </Loaded>
  );
}
