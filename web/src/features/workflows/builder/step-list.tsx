import { Text } from '@mantine/core';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import { AddStep } from './add-step.tsx';
import classes from './builder.module.css';
import { useBuilderContext, useProblemsAt } from './builder-context.ts';
import { StepCard } from './step-card.tsx';
import {
  innerSteps,
  type LoopAround,
  listsOf,
  loopsIn,
  type StepPath,
  stepText,
  type WrittenStep,
} from './step-tree.ts';
import type { StepWork } from './use-step-work.ts';

interface ListProps {
  readonly steps: readonly WrittenStep[];
  readonly path: StepPath;
  readonly loops: readonly LoopAround[];
  readonly work: StepWork;
  readonly label: string;
  /** The list's name in the button's label. */
  readonly place: string;
}

/** A list of steps, with a button to add a step. */
export function StepList({ steps, path, loops, work, label, place }: ListProps) {
  const { isReadOnly } = useBuilderContext();
  const found = useProblemsAt(path);
  // Don't show an error for an empty workflow. A message invites the user to add the first step instead.
  const problems = path.length === 0 && steps.length === 0 ? [] : found;
  return (
    <>
      {steps.length === 0 && path.length > 0 && (
        <Text size="sm" c="dimmed" py={4}>
          {stepTexts.emptyList}
        </Text>
      )}
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label={label}>
          {steps.map((step, index) => (
            // Use the position as the key, because the name changes while the user types.
            <StepCard
              key={stepText([...path, index])}
              step={step}
              path={[...path, index]}
              loops={loops}
              work={work}
            >
              <InnerLists step={step} path={[...path, index]} loops={loops} work={work} />
            </StepCard>
          ))}
        </ol>
      )}
      {problems.map(({ message }) => (
        <Text key={message} size="sm" c="var(--mantine-color-error)">
          {message}
        </Text>
      ))}
      {!isReadOnly && (
        <div>
          <AddStep
            label={stepTexts.addTo(place)}
            list={stepText(path)}
            onAdd={(type) => work.add(path, steps.length, type)}
          />
        </div>
      )}
    </>
  );
}

/** The lists inside a step: `then` and `else` of a branch, `steps` of a loop. */
const InnerLists = ({
  step,
  path,
  loops,
  work,
}: Omit<ListProps, 'steps' | 'label' | 'place'> & { step: WrittenStep }) =>
  listsOf(step).map((key) => (
    <div key={key} className={classes.inner}>
      <Text size="xs" fw={500} c="dimmed" pb={4}>
        {stepTexts.lists[key]}
      </Text>
      <StepList
        steps={innerSteps(step, key)}
        path={[...path, key]}
        loops={loopsIn(step, key, loops)}
        work={work}
        label={`${step.name} › ${key}`}
        place={`${step.name} › ${key}`}
      />
    </div>
  ));
