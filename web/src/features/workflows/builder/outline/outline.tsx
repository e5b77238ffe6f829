import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { stepTitle } from '../../../../components/values/step-name.ts';
import { flowTexts } from '../../../../texts/workflows/workflow-flow.ts';
import { stepTexts } from '../../../../texts/workflows/workflow-steps.ts';
import { useBuilderContext } from '../builder-context.ts';
import { AddStep } from '../edit/add-step.tsx';
import { FlowCard } from '../flow/flow-card.tsx';
import { TriggerCard } from '../flow/trigger-card.tsx';
import { endsRun, innerSteps, listsOf, type StepPath, stepText, type WrittenStep } from '../step-tree.ts';
import type { StepWork } from '../use-step-work.ts';
import classes from './outline.module.css';

interface ListProps {
  readonly steps: readonly WrittenStep[];
  readonly path: StepPath;
  readonly work: StepWork;
  readonly label: string;
  /** The list's name in the button's label. */
  readonly place: string;
}

/** The trigger, and the steps as an indented list. */
export const Outline = ({ steps, work }: { steps: readonly WrittenStep[]; work: StepWork }) => (
  <div className={classes.outline}>
    <TriggerCard workflow={useBuilderContext().workflow} />
    <StepList steps={steps} path={[]} work={work} label={stepTexts.list} place={stepTexts.top} />
  </div>
);

/** A list of steps, with a button to add a step. */
function StepList({ steps, path, work, label, place }: ListProps) {
  const { isReadOnly } = useBuilderContext();
  return (
    <>
      {steps.length === 0 && (
        <Text size="sm" c="dimmed" py={4}>
          {path.length === 0 ? stepTexts.noSteps : stepTexts.emptyList}
        </Text>
      )}
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label={label}>
          {steps.map((step, index) => (
            // Use the position as the key, because the name changes while the user types.
            <li key={stepText([...path, index])}>
              <FlowCard step={step} path={[...path, index]} work={work} />
              <InnerLists step={step} path={[...path, index]} work={work} />
            </li>
          ))}
        </ol>
      )}
      {!isReadOnly && !endsRun(steps.at(-1)) && (
        <AddStep
          onAdd={(type) => work.add(path, steps.length, type)}
          button={({ onClick, isOpen }) => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              className={classes.add}
              data-place={stepText([...path, steps.length])}
              aria-label={stepTexts.addTo(place)}
              aria-expanded={isOpen}
              onClick={onClick}
            >
              {stepTexts.add}
            </Button>
          )}
        />
      )}
    </>
  );
}

/** The lists inside a step: `then` and `else` of a branch, `steps` of a loop. */
const InnerLists = ({ step, path, work }: Pick<ListProps, 'path' | 'work'> & { step: WrittenStep }) =>
  listsOf(step).map((key) => {
    const place = `${stepTitle(step.name)} › ${flowTexts.sides[key] ?? key}`;
    return (
      <div key={key} className={classes.inner}>
        <Text size="xs" fw={500} c="dimmed">
          {flowTexts.sides[key] ?? key}
        </Text>
        <StepList
          steps={innerSteps(step, key)}
          path={[...path, key]}
          work={work}
          label={place}
          place={place}
        />
      </div>
    );
  });
