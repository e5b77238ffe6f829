import { Badge, type BadgeProps, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import classes from './builder.module.css';
import { useBuilderWorld, useProblemsAt, useWarningsAt } from './builder-context.ts';
import { describeStep } from './describe-step.ts';
import { StepActions, type StepActs } from './step-actions.tsx';
import { StepForm } from './step-form.tsx';
import { type LoopAround, listsOf, type StepPath, stepText, type WrittenStep } from './step-tree.ts';
import { focusStep, type StepWork } from './use-step-work.ts';

interface Placed {
  readonly step: WrittenStep;
  readonly path: StepPath;
  readonly work: StepWork;
}

/** A step: closed it says in a line what it does, open it is a form; the steps inside it are always there. */
export function StepCard({
  step,
  path,
  loops,
  work,
  children,
}: Placed & {
  loops: readonly LoopAround[];
  /** The steps inside it. */
  children: ReactNode;
}) {
  const { isReadOnly } = useBuilderWorld();
  const mistakes = useOwnProblems(step, path).length;
  const isOpen = work.open === stepText(path);
  const acts = actsOf(path, work);
  return (
    <li className={classes.card} data-wrong={mistakes > 0 || undefined}>
      <StepHead step={step} path={path} work={work} isOpen={isOpen} mistakes={mistakes} acts={acts} />
      {isOpen && (
        <Stack gap="md" className={classes.body}>
          {!isReadOnly && (
            <StepActions
              name={step.name}
              acts={acts}
              places={work.places}
              onMoveTo={(list) => work.moveTo(path, list)}
            />
          )}
          <StepForm
            step={step}
            path={path}
            loops={loops}
            onChange={(changed, about) => work.replace(path, changed, about)}
          />
        </Stack>
      )}
      {children}
    </li>
  );
}

const actsOf = (path: StepPath, work: StepWork): StepActs => ({
  up: () => work.move(path, -1),
  down: () => work.move(path, 1),
  duplicate: () => work.duplicate(path),
  remove: () => work.remove(path),
  addBelow: (type) => work.add(path.slice(0, -1), Number(path.at(-1)) + 1, type),
});

/** The mistakes of the step itself: those of the steps inside it are shown at them. */
function useOwnProblems(step: WrittenStep, path: StepPath) {
  const lists = listsOf(step);
  return useProblemsAt(path, true).filter(
    (problem) =>
      !lists.includes(String(problem.path[path.length])) || problem.path.length === path.length + 1,
  );
}

/** What is always seen of a step; it takes the keys. */
function StepHead({
  step,
  path,
  work,
  isOpen,
  mistakes,
  acts,
}: Placed & { isOpen: boolean; mistakes: number; acts: StepActs }) {
  const { isReadOnly } = useBuilderWorld();
  const warnings = useWarningsAt(path).length;
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event, acts, isReadOnly) ?? walkOf(event, path, work);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <UnstyledButton
      className={classes.head}
      data-step={stepText(path)}
      aria-expanded={isOpen}
      onClick={() => work.toggle(path)}
      onKeyDown={onKeyDown}
    >
      {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      <Stack gap={0} className={classes.words}>
        <Text size="sm" span>
          <Text span fw={600}>
            {step.name}
          </Text>{' '}
          <Text span c="dimmed">
            {stepTexts.types[step.type]?.label ?? stepTexts.unknownType}
          </Text>
        </Text>
        {!isOpen && (
          <Text size="xs" c="dimmed" ff="monospace" span truncate>
            {describeStep(step)}
          </Text>
        )}
      </Stack>
      {mistakes > 0 && <Mark color="red">{builderTexts.problems(mistakes)}</Mark>}
      {warnings > 0 && (
        // Yellow text can't be read on white.
        <Mark color="yellow" c="var(--mantine-color-text)">
          {builderTexts.warnings(warnings)}
        </Mark>
      )}
    </UnstyledButton>
  );
}

const Mark = (props: BadgeProps) => (
  <Badge
    variant="outline"
    className={classes.mistakes}
    leftSection={<IconAlertTriangle size={12} />}
    {...props}
  />
);

/** The keys of a step; a step that cannot be changed has none of them. */
function actOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, acts: StepActs, isReadOnly: boolean) {
  if (isReadOnly) return undefined;
  if (altKey && key === 'ArrowUp') return acts.up;
  if (altKey && key === 'ArrowDown') return acts.down;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return acts.duplicate;
  return key === 'Delete' ? acts.remove : undefined;
}

/** Arrows alone go from head to head. */
function walkOf({ key, altKey }: KeyboardEvent, path: StepPath, { paths }: StepWork) {
  if (altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined;
  const at = paths.findIndex((one) => stepText(one) === stepText(path)) + (key === 'ArrowUp' ? -1 : 1);
  const next = paths[at];
  return next && (() => void focusStep(next));
}
