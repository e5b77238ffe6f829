import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showFailure } from '../../components/notices/notify.ts';
import { Panel } from '../../components/page/panel.tsx';
import { runsTexts } from '../../texts/runs/runs.ts';
import { StepRow } from './step-row.tsx';
import type { Step, ViewedRun } from './viewed-run.ts';

/** Lists the steps in the order in which they started, each with a bar that shows when it ran during the run. */
export function StepTimeline({ run }: { run: ViewedRun }) {
  const [more, setMore] = useState<{ steps: Step[]; next: number | null }>({ steps: [], next: run.next });
  const steps = [...run.steps, ...more.steps];
  const next = more.steps.length === 0 ? run.next : more.next;
  const { from, to } = spanOf(run.accepted_at, steps);
  const readMore = async () => {
    if (next === null) return;
    const page = await call('GET /runs/:id', { params: { id: run.id }, query: { after: next } });
    setMore({ steps: [...more.steps, ...page.steps], next: page.next });
  };
  return (
    <Panel title={runsTexts.steps} about={runsTexts.stepCount(steps.length, next === null)}>
      {steps.length === 0 && <Text size="sm">{runsTexts.noSteps}</Text>}
      <Stack gap={4}>
        {steps.map((step) => (
          <StepRow key={`${step.path} ${step.position}`} step={step} from={from} to={to} />
        ))}
      </Stack>
      {next !== null && (
        <Button variant="default" onClick={() => void readMore().catch(showFailure)}>
          {runsTexts.moreSteps}
        </Button>
      )}
    </Panel>
  );
}

/**
 * Returns the time range of the timeline: from the first step to the end of the last step, or to now. The range never starts before
 * the run was accepted, so steps reused from an earlier run appear at the start.
 */
function spanOf(acceptedAt: string, steps: readonly Step[]) {
  const firstStep = Math.min(...steps.map(({ started_at }) => Date.parse(started_at)));
  const from = Math.max(Date.parse(acceptedAt), Number.isFinite(firstStep) ? firstStep : 0);
  const ends = steps.map(({ ended_at }) => (ended_at === null ? Date.now() : Date.parse(ended_at)));
  return { from, to: Math.max(...ends, from + 1) };
}
