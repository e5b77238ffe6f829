import { Badge, type BadgeProps, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { StepTile } from '../../../components/chips/step-tile.tsx';
import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';
import classes from './builder.module.css';
import { useBuilderContext, useProblemsAt, useWarningsAt } from './builder-context.ts';
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

/** A step, shown as a one-line summary when closed and as a form when open. The steps inside it are always visible. */
export function StepCard({
  step,
  path,
  loops,
  work,
  children,
}: Placed & {
  loops: readonly LoopAround[];
  /** The lists of steps inside this step. */
  children: ReactNode;
}) {
  const { isReadOnly } = useBuilderContext();
  const errorCount = useOwnProblems(step, path).length;
  const isOpen = work.open === stepText(path);
  const acts = actsOf(path, work);
  return (
    <li className={classes.card} data-wrong={errorCount > 0 || undefined}>
      <StepHead step={step} path={path} work={work} isOpen={isOpen} errorCount={errorCount} acts={acts} />
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

/** Returns the step's own errors. The steps inside it show their errors themselves. */
function useOwnProblems(step: WrittenStep, path: StepPath) {
  const lists = listsOf(step);
  return useProblemsAt(path, true).filter(
    (problem) =>
      !lists.includes(String(problem.path[path.length])) || problem.path.length === path.length + 1,
  );
}

/** A step's heading, which is always visible and handles the keyboard shortcuts. */
function StepHead({
  step,
  path,
  work,
  isOpen,
  errorCount,
  acts,
}: Placed & { isOpen: boolean; errorCount: number; acts: StepActs }) {
  const { isReadOnly } = useBuilderContext();
  const warnings = useWarningsAt(path).length;
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event, acts, isReadOnly) ?? focusMove(event, path, work);
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
      <StepTile type={step.type} />
      <Stack gap={0} className={classes.words}>
        <Text size="sm" span>
          <Text span fw={500}>
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
      {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
      {errorCount > 0 && <Mark color="red">{builderTexts.problems(errorCount)}</Mark>}
      {warnings > 0 && <Mark color="yellow">{builderTexts.warnings(warnings)}</Mark>}
    </UnstyledButton>
  );
}

const Mark = (props: BadgeProps) => (
  <Badge variant="light" className={classes.marks} leftSection={<IconAlertTriangle size={12} />} {...props} />
);

/** Returns the action for a keyboard shortcut. Read-only steps have no shortcuts. */
function actOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, acts: StepActs, isReadOnly: boolean) {
  if (isReadOnly) return undefined;
  if (altKey && key === 'ArrowUp') return acts.up;
  if (altKey && key === 'ArrowDown') return acts.down;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return acts.duplicate;
  return key === 'Delete' ? acts.remove : undefined;
}

/** For an arrow key without Alt, returns a function that focuses the previous or next step's heading. */
function focusMove({ key, altKey }: KeyboardEvent, path: StepPath, { paths }: StepWork) {
  if (altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined;
  const at = paths.findIndex((one) => stepText(one) === stepText(path)) + (key === 'ArrowUp' ? -1 : 1);
  const next = paths[at];
  return next && (() => void focusStep(next));
}
