import { IconAlertTriangle, IconCheck, IconCornerDownRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import {
  childKeysOf,
  columnsOf,
  endsRun,
  failureKey,
  innerSteps,
  listsOf,
  type StepPath,
  stepText,
  type WrittenStep,
} from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';
import { AddPlace } from './add-place.tsx';
import classes from './flow.module.css';
import { FlowCard } from './flow-card.tsx';

interface ListProps {
  readonly steps: readonly WrittenStep[];
  readonly path: StepPath;
  readonly work: StepWork;
  /** The name of the list, for screen readers. */
  readonly place: string;
  readonly label: string;
}

/** A list of steps, joined by lines. Nothing can be added after a step that ends the run. */
export const FlowList = ({ steps, path, work, place, label }: ListProps) => (
  <>
    {steps.length > 0 && (
      <ol className={classes.list} aria-label={label}>
        {steps.map((step, index) => (
          <li key={stepText([...path, index])} className={classes.item}>
            {endsRun(steps[index - 1]) ? (
              <div className={classes.wire} />
            ) : (
              <AddPlace
                list={path}
                at={index}
                label={flowTexts.addBefore(stepTitle(step.name))}
                work={work}
              />
            )}
            <Step step={step} path={[...path, index]} work={work} />
          </li>
        ))}
      </ol>
    )}
    {endsRun(steps.at(-1)) ? (
      path.length === 0 && <div className={classes.wire} />
    ) : (
      <AddPlace list={path} at={steps.length} label={stepTexts.addTo(place)} work={work} />
    )}
  </>
);

/** Tells the style sheet how wide the steps may become. */
const widthOf = (steps: readonly WrittenStep[]) =>
  ({ '--packed': columnsOf(steps), '--even': columnsOf(steps, true) }) as CSSProperties;

/** Gives each side of a branch the room that it needs, for the style sheet. */
const sharesOf = (step: WrittenStep) =>
  ({
    '--sides': childKeysOf(step)
      .map((key) => `minmax(0, ${columnsOf(innerSteps(step, key))}fr)`)
      .join(' '),
  }) as CSSProperties;

interface StepProps {
  readonly step: WrittenStep;
  readonly path: StepPath;
  readonly work: StepWork;
}

/** A step, followed by the steps that handle its failure. */
const Step = (props: StepProps) => (
  <>
    <PlainStep {...props} />
    {listsOf(props.step).includes(failureKey) && <Handler {...props} />}
  </>
);

/** A step with the steps inside it: a branch opens into two columns, a loop is a frame. */
function PlainStep({ step, path, work }: StepProps) {
  const lists = childKeysOf(step);
  if (lists.length === 0) return <FlowCard step={step} path={path} work={work} />;
  if (lists.length === 1) return <Loop step={step} path={path} work={work} />;
  return (
    <>
      <FlowCard step={step} path={path} work={work} />
      <div className={classes.forkBox}>
        <div className={classes.stem} />
        <div className={classes.fork} style={{ ...widthOf([step]), ...sharesOf(step) }}>
          {lists.map((key) => (
            <Side key={key} side={key} step={step} path={path} work={work} />
          ))}
        </div>
      </div>
    </>
  );
}

/** One side of a branch. Its line joins the other side's again, unless its last step ends the run. */
function Side({ side, step, path, work }: StepProps & { side: string }) {
  const steps = innerSteps(step, side);
  const label = flowTexts.sides[side] ?? side;
  return (
    <div className={classes.side} data-ends={endsRun(steps.at(-1)) || undefined}>
      <span className={classes.arm} data-side={side}>
        {side === 'then' ? (
          <IconCheck size={13} aria-hidden />
        ) : (
          <IconCornerDownRight size={13} aria-hidden />
        )}
        {label}
      </span>
      <FlowList
        steps={steps}
        path={[...path, side]}
        work={work}
        place={`${stepTitle(step.name)} › ${label}`}
        label={`${stepTitle(step.name)} › ${label}`}
      />
      {steps.length === 0 && <span className={classes.nothing}>{flowTexts.noSteps}</span>}
      <div className={classes.rest} />
    </div>
  );
}

/** A frame with the steps that run only if the step fails. */
function Handler({ step, path, work }: StepProps) {
  const inner = innerSteps(step, failureKey);
  const label = `${stepTitle(step.name)} › ${flowTexts.sides[failureKey]}`;
  return (
    <>
      <div className={classes.wire} />
      <div className={`${classes.loop} ${classes.handler}`} style={widthOf(inner)}>
        <span className={classes.arm} data-side={failureKey}>
          <IconAlertTriangle size={13} aria-hidden />
          {flowTexts.sides[failureKey]}
        </span>
        <FlowList steps={inner} path={[...path, failureKey]} work={work} place={label} label={label} />
      </div>
    </>
  );
}

function Loop({ step, path, work }: StepProps) {
  const [key = ''] = childKeysOf(step);
  const inner = innerSteps(step, key);
  return (
    <div className={classes.loop} style={widthOf(inner)}>
      <FlowCard step={step} path={path} work={work} isFramed />
      <FlowList
        steps={inner}
        path={[...path, key]}
        work={work}
        place={stepTitle(step.name)}
        label={`${stepTitle(step.name)} › ${flowTexts.sides[key] ?? key}`}
      />
    </div>
  );
}
