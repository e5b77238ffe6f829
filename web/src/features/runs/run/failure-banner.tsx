import { Button, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../api/queries.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { stepTitle } from '../../../components/values/step-name.ts';
import { runTexts } from '../../../texts/runs/runs-run.ts';
import { failingStop, type ViewedRun } from '../viewed-run.ts';
import { Banner } from './banner.tsx';
import { builderPath } from './builder-path.ts';
import classes from './run.module.css';

const { failure: texts } = runTexts;

/** Why a run failed, in the server's words, and what to do about it. */
export function FailureBanner({ run }: { run: ViewedRun }) {
  const { step, title, cause, isStop } = causeOf(run);
  return (
    <Banner
      status={run.retried_as === null ? 'failed' : 'retried'}
      label={texts.runFailed}
      title={title}
      action={<BuilderLink run={run} step={step} />}
    >
      <Text size="sm">{escapeBidi(cause)}</Text>
      {run.message !== null && <div className={classes.message}>“{escapeBidi(run.message)}”</div>}
      {run.may_control && run.retried_as === null && <Advice run={run} isStop={isStop} />}
    </Banner>
  );
}

interface Cause {
  readonly step: string | undefined;
  readonly title: string;
  readonly cause: string;
  /** Whether a Stop step ended the run. */
  readonly isStop: boolean;
}

/** An error starts with the name of the step that failed, unless it is the message of a Stop step. */
function causeOf(run: ViewedRun): Cause {
  const { error, steps, next } = run;
  const text = error ?? '';
  const stop = next === null ? failingStop(run, steps) : undefined;
  if (stop)
    return {
      step: stop.name,
      title: texts.stopped(escapeBidi(stepTitle(stop.name))),
      cause: text,
      isStop: true,
    };
  const step = steps.findLast(({ name, status }) => status === 'failed' && text.startsWith(`${name}: `));
  return step
    ? {
        step: step.name,
        title: texts.failed(escapeBidi(stepTitle(step.name))),
        cause: text.slice(step.name.length + 2),
        isStop: false,
      }
    : { step: undefined, title: texts.runFailed, cause: text, isStop: false };
}

/** Says which version a retry uses, or how to fix the step. */
function Advice({ run: { id }, isStop }: { run: ViewedRun; isStop: boolean }) {
  const { data: plan } = useQuery({
    ...query('GET /runs/:id/retry', { params: { id } }),
    retry: false,
  });
  return <div className={classes.hint}>{isStop ? texts.stopAdvice : adviceOn(plan)}</div>;
}

type Plan = {
  readonly own: number;
  readonly published: number;
  readonly used: number;
  readonly reason: string | null;
};

function adviceOn(plan: Plan | undefined): string {
  if (!plan || plan.own === plan.published) return texts.sameVersion;
  if (plan.reason === null) return texts.newer(plan.published);
  return `${plan.reason} ${texts.kept(plan.used)}`;
}

/** Opens the failed step in the builder, with this run's data. */
function BuilderLink({ run, step }: { run: ViewedRun; step: string | undefined }) {
  const { id, name } = run.workflow;
  const { data } = useQuery({
    ...query('GET /workflows/:id', { params: { id } }),
    enabled: name !== null && step !== undefined,
  });
  if (name === null) return null;
  const path = data && step !== undefined ? builderPath(data.draft.steps, step) : undefined;
  return (
    <Button
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link
          to="/workflows/$id"
          params={{ id: String(id) }}
          search={{ run: run.id, ...(path !== undefined && { step: path }) }}
          {...props}
        />
      )}
    >
      {path === undefined ? texts.openBuilder : texts.openStep}
    </Button>
  );
}
