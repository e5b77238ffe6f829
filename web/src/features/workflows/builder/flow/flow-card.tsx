import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconGripVertical, IconNote } from '@tabler/icons-react';
import { StepTile } from '../../../../components/chips/step-tile.tsx';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { builderTexts } from '../../../../texts/workflows/workflow-builder.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { useBuilderContext, useProblemsOfStep, useWarningsAt } from '../builder-context.ts';
import { cardKeys } from '../card-keys.ts';
import { describeStep } from '../edit/describe-step.ts';
import { type StepPath, stepText, type WrittenStep } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';
import classes from './card.module.css';
import { StepOverlay } from './overlay.tsx';

/** A step's card. It is a button that opens the step in the side panel. */
export function FlowCard({
  step,
  path,
  work,
  isFramed = false,
}: {
  step: WrittenStep;
  path: StepPath;
  work: StepWork;
  /** Whether the card is the heading of a frame, as in a loop. */
  isFramed?: boolean;
}) {
  const { isReadOnly } = useBuilderContext();
  const [errors, warnings] = [useProblemsOfStep(path).length, useWarningsAt(path).length];
  const isDisabled = step.disabled === true;
  return (
    <UnstyledButton
      className={classes.card}
      data-step={stepText(path)}
      data-framed={isFramed || undefined}
      data-wrong={errors > 0 || undefined}
      data-disabled={isDisabled || undefined}
      aria-current={work.open === stepText(path) || undefined}
      onClick={() => work.show(path)}
      {...cardKeys(step, path, work, isReadOnly)}
    >
      {!isReadOnly && <IconGripVertical size={14} aria-hidden className={classes.grip} data-grip />}
      <StepTile type={step.type} size={isFramed ? 24 : 32} />
      <span className={classes.words}>
        <span className={classes.name}>{stepTitle(step.name)}</span>{' '}
        <span className={classes.summary}>{describeStep(step)}</span>
        {step.on_error === 'continue' && <span className={classes.summary}>{flowTexts.continues}</span>}
        {typeof step.note === 'string' && step.note !== '' && (
          <span className={classes.note}>
            <IconNote size={13} stroke={1.75} aria-hidden /> {step.note}
          </span>
        )}
      </span>
      <span className={classes.facts}>
        {isDisabled && <span className={classes.state}>{flowTexts.disabled}</span>}
        {errors > 0 && <Mark kind="wrong">{builderTexts.problems(errors)}</Mark>}
        {warnings > 0 && <Mark kind="warning">{builderTexts.warnings(warnings)}</Mark>}
        <StepOverlay name={step.name} />
      </span>
    </UnstyledButton>
  );
}

const Mark = ({ kind, children }: { kind: 'wrong' | 'warning'; children: string }) => (
  <span className={classes.mark} data-kind={kind}>
    <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
    {children}
  </span>
);
