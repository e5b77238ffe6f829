import { UnstyledButton } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { type RunStatus, StatusIcon, statusColor } from '../../../components/chips/status-chip.tsx';
import { StepTile } from '../../../components/chips/step-tile.tsx';
import { durationOf } from '../../../components/values/duration.ts';
import { escapeBidi } from '../../../components/values/escape-bidi.ts';
import { stepParts, stepTitle } from '../../../components/values/step-name.ts';
import { runTexts } from '../../../texts/runs/runs-run.ts';
import type { Step, ViewedRun } from '../viewed-run.ts';
import classes from './steps.module.css';
import {
  type Axis,
  depthOf,
  hasRun,
  keyOf,
  type Queued,
  type ShownStep,
  shareOf,
  type UnreachedStep,
} from './timeline.ts';

const { steps: texts } = runTexts;

/** Deeper steps aren't indented further, so that their names keep enough room. */
const maxDepth = 3;

interface StepListProps {
  readonly steps: readonly ShownStep[];
  readonly outline: ViewedRun['outline'];
  readonly selected: ShownStep | undefined;
  readonly axis: Axis;
  /** When the run was queued. Not set if it hasn't started. */
  readonly queued: Queued | undefined;
  readonly status: RunStatus;
  readonly onSelect: (step: ShownStep) => void;
}

/** Lists the steps, each with a bar that shows when it ran. The arrow keys walk through the steps. */
export function StepList({ steps, outline, selected, axis, queued, status, onSelect }: StepListProps) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const index = selected ? steps.indexOf(selected) : 0;
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: steps.length - 1 }[event.key];
    const step = to === undefined ? undefined : steps[to];
    if (!step || to === undefined) return;
    event.preventDefault();
    onSelect(step);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <>
      <div className={classes.axis} aria-hidden>
        {axis.ticks.map(({ at, label }) => (
          <span key={at} style={{ left: `${at}%` }}>
            {label}
          </span>
        ))}
      </div>
      {queued && <QueuedRow queued={queued} axis={axis} />}
      <div role="tablist" aria-orientation="vertical" aria-label={texts.list} onKeyDown={walk}>
        {steps.map((step, index) => (
          <UnstyledButton
            key={keyOf(step)}
            role="tab"
            id={tabId(step)}
            className={classes.step ?? ''}
            aria-selected={step === selected}
            aria-controls={step === selected ? panelId : undefined}
            tabIndex={step === selected ? 0 : -1}
            data-reached={hasRun(step)}
            data-depth={Math.min(depthOf(step, outline), maxDepth)}
            onClick={() => onSelect(step)}
          >
            <StepTile type={step.type} size={24} isOff={!hasRun(step)} />
            <StepLabel step={step} />
            {hasRun(step) ? (
              <Ran step={step} axis={axis} />
            ) : (
              <Unreached step={step} status={status} isPassed={steps.slice(index + 1).some(hasRun)} />
            )}
          </UnstyledButton>
        ))}
      </div>
    </>
  );
}

/** If there is too little room, the item of a loop stays visible, because it tells apart steps with the same name. */
function StepLabel({ step }: { step: ShownStep }) {
  const { title, item } = hasRun(step) ? stepParts(step.path) : { title: stepTitle(step.name) };
  return (
    <span className={classes.label}>
      <span className={classes.name}>{escapeBidi(title)}</span>
      {item !== undefined && <span className={classes.item}>· {item}</span>}
    </span>
  );
}

export const panelId = 'run-step';
export const tabId = (step: ShownStep) => `step-${keyOf(step).replace(/[^\w-]/g, '_')}`;

/** The time before the first step, in which the run was queued. */
const QueuedRow = ({ queued: { from, to }, axis }: { queued: Queued; axis: Axis }) => (
  <div className={`${classes.step} ${classes.queued}`}>
    <StepTile type="webhook" size={24} />
    <span className={classes.name}>{texts.queued}</span>
    <span className={classes.track} aria-hidden>
      <i
        style={{
          left: 0,
          width: `${Math.max(minShare, shareOf(axis, Date.parse(to)))}%`,
          background: statusColor('queued'),
        }}
      />
    </span>
    <span className={classes.took}>{durationOf(from, to)}</span>
  </div>
);

/** The minimum width of a bar in percent. A shorter bar wouldn't be visible. */
const minShare = 1.5;

/** A bar that shows when the step ran. An unfinished step extends to now. */
function Ran({ step, axis }: { step: Step; axis: Axis }) {
  const start = shareOf(axis, Date.parse(step.started_at));
  const end = step.ended_at === null ? 100 : shareOf(axis, Date.parse(step.ended_at));
  const width = Math.max(minShare, end - start);
  const left = Math.min(start, 100 - width);
  return (
    <>
      <span className={classes.track} aria-hidden>
        <i
          style={{ left: `${left}%`, width: `${width}%`, background: statusColor(step.status) }}
          data-open={step.ended_at === null || undefined}
        />
      </span>
      <span className={classes.took}>{durationOf(step.started_at, step.ended_at)}</span>
      <span className={classes.status}>
        <StatusIcon status={step.status} />
      </span>
    </>
  );
}

/** Says why a step didn't run: it is disabled, another branch was taken, or the run hasn't come so far. */
function Unreached({
  step,
  status,
  isPassed,
}: {
  step: UnreachedStep;
  status: RunStatus;
  /** Whether a later step has run. */
  isPassed: boolean;
}) {
  const isOver = status === 'failed' || status === 'cancelled';
  const notYet = isOver ? texts.notReached : texts.pending;
  const other = isPassed || status === 'succeeded' ? texts.skipped : notYet;
  const why = step.isDisabled ? texts.disabled : other;
  return (
    <>
      <span className={classes.why}>{why}</span>
      <span className={classes.status}>
        <IconMinus size={16} aria-hidden />
      </span>
    </>
  );
}
