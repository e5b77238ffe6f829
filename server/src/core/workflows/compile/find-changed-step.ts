import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { selectVersionSteps } from '../workflow-store.ts';
import { isLoop, listsIn, mapLists, type WrittenStep, withoutChildren } from './written-steps.ts';

/** Where a run resumes. Names and paths are the same as in the run's rows. */
export interface ResumePoint {
  /** The step that runs again, or the last step that was recorded. */
  readonly path: string;
  /** Names of the steps whose results are reused. */
  readonly kept: ReadonlySet<string>;
}

/** A step that was changed or moved in a version, so it can't reuse another version's results. */
export interface ChangedStep {
  readonly name: string;
  readonly isMissing: boolean;
}

/**
 * Compares two published versions up to the step at which a run resumes. That step and the steps after it may
 * differ, but it must be in the same position, and everything before it must be equal.
 * @returns the first step that differs; undefined if `other` can use the results of `own`
 */
export async function findChangedStep(
  transaction: Transaction,
  { workspace, workflow }: { readonly workspace: WorkspaceId; readonly workflow: WorkflowId },
  { own, other }: { readonly own: number; readonly other: number },
  point: ResumePoint | undefined,
): Promise<ChangedStep | undefined> {
  if (own === other || !point) return undefined;
  const [before, after] = await Promise.all(
    [own, other].map((version) => selectVersionSteps(transaction, workspace, workflow, version)),
  );
  return compare(parse(before), parse(after), point);
}

const parse = (source: string | undefined): WrittenStep[] =>
  (JSON.parse(source ?? '[]') as WrittenStep[]).map(withoutNotes);

/** Returns whether a version defines a step differently than another version, or has no such step. */
export async function isStepChanged(
  transaction: Transaction,
  { workspace, workflow }: { readonly workspace: WorkspaceId; readonly workflow: WorkflowId },
  { own, other }: { readonly own: number; readonly other: number },
  name: string,
): Promise<boolean> {
  const [before, after] = await Promise.all(
    [own, other].map(async (version) => {
      const steps = parse(await selectVersionSteps(transaction, workspace, workflow, version));
      return flatten(steps).find((step) => step.name === name)?.definition;
    }),
  );
  return !isDeepStrictEqual(before, after);
}

/** Removes the notes from a step and the steps inside it, because a note doesn't change what a step does. */
const withoutNotes = ({ note: _, ...step }: WrittenStep): WrittenStep =>
  mapLists(step, (steps) => (steps as readonly WrittenStep[]).map(withoutNotes));

function compare(
  before: readonly WrittenStep[],
  after: readonly WrittenStep[],
  point: ResumePoint,
): ChangedStep | undefined {
  const [name = '', ...items] = point.path.split(/[#.]/);
  const hasEarlierItem = items.some((item) => item !== '0');
  const whole = loopToKeep(flatten(before), name, point.kept, hasEarlierItem);
  const [old, now] = [flatten(before, whole), flatten(after, whole)];
  const indexOf = (wanted: string) => old.findIndex((step) => step.name === wanted);
  const at = indexOf(whole ?? name);
  const last = Math.max(at, ...[...point.kept].map(indexOf));
  for (const [index, step] of old.slice(0, last + 1).entries()) {
    const other = now[index];
    const isThere = other?.name === step.name && isDeepStrictEqual(other.place, step.place);
    const mayDiffer = index === at && whole === undefined && !point.kept.has(name);
    if (!isThere || !(mayDiffer || isDeepStrictEqual(other.definition, step.definition)))
      return { name: step.name, isMissing: mayDiffer };
  }
  return undefined;
}

/**
 * Returns the outermost loop with finished items. If another version adds steps to the loop, they would run for
 * those items too.
 */
function loopToKeep(
  steps: readonly FlatStep[],
  name: string,
  kept: ReadonlySet<string>,
  hasEarlierItem: boolean,
): string | undefined {
  const found = steps.find((step) => step.name === name);
  const hasKeptInside = steps.some((step) => kept.has(step.name) && step.place.includes(name));
  if (!found || !(hasEarlierItem || hasKeptInside)) return undefined;
  const around = [...found.place, name];
  return steps.find((step) => around.includes(step.name) && isLoop(step.definition))?.name;
}

interface FlatStep {
  readonly name: string;
  /** The enclosing steps, outermost first, each with the key of the list that contains it. */
  readonly place: readonly string[];
  /** The step without its child steps. */
  readonly definition: WrittenStep;
}

/** Returns the steps in the order in which they are written. The step named `whole` keeps its child steps. */
const flatten = (steps: readonly WrittenStep[], whole?: string, place: readonly string[] = []): FlatStep[] =>
  steps.flatMap((step) => {
    const name = String(step.name);
    if (name === whole) return [{ name, place, definition: step }];
    return [
      { name, place, definition: withoutChildren(step) },
      ...listsIn(step).flatMap(({ key, steps }) =>
        flatten(steps as readonly WrittenStep[], whole, [...place, name, `/${key}`]),
      ),
    ];
  });
