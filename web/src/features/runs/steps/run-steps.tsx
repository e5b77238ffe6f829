import { Button, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showFailure } from '../../../components/notices/notify.ts';
import { runTexts } from '../../../texts/runs/runs-run.ts';
import { failingStop, type Step, type ViewedRun } from '../viewed-run.ts';
import { StepList } from './step-list.tsx';
import { StepPanel } from './step-panel.tsx';
import classes from './steps.module.css';
import { axisOf, hasRun, keyOf, queuedOf, type ShownStep, withUnreached } from './timeline.ts';

const { steps: texts } = runTexts;

/**
 * A run's steps on a timeline, and the details of the selected step next to it. The rest of the run is below the
 * timeline; on a phone, it is below the details.
 */
export function RunSteps({ run, children }: { run: ViewedRun; children: ReactNode }) {
  const { steps: read, next, readMore } = useSteps(run);
  const steps = next === null ? withFailedStop(run, read) : read;
  const shown = withUnreached(steps, next === null ? run.outline : []);
  const [chosen, choose] = useState<string>();
  const selected = shown.find((step) => keyOf(step) === chosen) ?? usualStep(shown);
  const ended = steps.filter(({ ended_at }) => ended_at !== null);
  const ran = new Set(ended.map(({ name }) => name)).size;
  return (
    <div className={classes.split}>
      <Paper withBorder component="section" aria-label={texts.title} className={classes.list}>
        <header className={classes.head}>
          <Title order={2}>{texts.title}</Title>
          <Text size="xs" c="dimmed" span>
            {next === null ? texts.ran(ran, run.outline.length) : texts.count(steps.length)}
          </Text>
        </header>
        {shown.length === 0 && (
          <Text size="sm" p="md">
            {texts.none}
          </Text>
        )}
        {shown.length > 0 && (
          <StepList
            steps={shown}
            outline={run.outline}
            selected={selected}
            axis={axisOf(run.accepted_at, steps)}
            queued={queuedOf(run)}
            status={run.status}
            onSelect={(step) => choose(keyOf(step))}
          />
        )}
        {next !== null && (
          <Button variant="default" m="sm" onClick={() => void readMore().catch(showFailure)}>
            {texts.more}
          </Button>
        )}
        {run.status === 'failed' && run.may_control && run.retried_as === null && (
          <p className={classes.note}>{texts.reused}</p>
        )}
      </Paper>
      {selected && (
        <StepPanel key={keyOf(selected)} step={selected} isErrorShown={isErrorOf(run, selected)} />
      )}
      <div className={classes.rest}>{children}</div>
    </div>
  );
}

/** Whether a step's error is the one that failed the run, which is shown above the steps. */
const isErrorOf = ({ error }: ViewedRun, step: ShownStep): boolean =>
  hasRun(step) && error === `${step.name}: ${step.error}`;

/** The step to show at first: the one that failed, the one in progress, or the last one. */
const usualStep = (steps: readonly ShownStep[]): ShownStep | undefined => {
  const ran = steps.filter(hasRun);
  return ran.findLast(({ status }) => status !== 'succeeded') ?? ran.at(-1) ?? steps[0];
};

/** Shows the Stop step that failed the run as failed. The server records it as succeeded, because the step itself worked. */
function withFailedStop(run: ViewedRun, steps: readonly Step[]): readonly Step[] {
  const stop = failingStop(run, steps);
  return steps.map((step) => (step === stop ? { ...step, status: 'failed' } : step));
}

/** Returns the steps that have been loaded. A long run's steps are loaded in parts. */
function useSteps(run: ViewedRun) {
  const [more, setMore] = useState<{ steps: Step[]; next: number | null }>({ steps: [], next: run.next });
  const next = more.steps.length === 0 ? run.next : more.next;
  const readMore = async () => {
    if (next === null) return;
    const page = await call('GET /runs/:id', { params: { id: run.id }, query: { after: next } });
    setMore({ steps: [...more.steps, ...page.steps], next: page.next });
  };
  return { steps: [...run.steps, ...more.steps], next, readMore };
}
