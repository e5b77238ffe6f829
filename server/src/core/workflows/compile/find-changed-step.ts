import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../db/driver/transaction.ts';
import type { WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import { selectVersionSteps } from '../workflow-store.ts';
import { childKeys, isLoop, type WrittenStep, withoutChildren } from './written-steps.ts';

/** Where a run resumes, in the names and paths that its rows have. */
export interface ResumePoint {
  /** The step that is done again, or the last one that was recorded. */
  readonly path: string;
  /** The names of steps whose results are kept. */
  readonly kept: ReadonlySet<string>;
}

/** Why a version cannot take over the results of another: a step that it changes, or that it no longer has where it was. */
export interface ChangedStep {
  readonly name: string;
  readonly isMissing: boolean;
}

/**
 * Compares two published versions up to where a run resumes. They may differ in the step that is done again and behind it, but it must be
 * at the same place, and everything before it must be equal.
 * @returns the first step that differs; undefined if the results of `own` can be used by `other`
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

const parse = (source: string | undefined): WrittenStep[] => JSON.parse(source ?? '[]') as WrittenStep[];

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

/** The outermost loop whose finished items are kept: steps that another version has in it would be done for those items too. */
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
  /** The steps around it, from outside, each with the key of the list that it is in. */
  readonly place: readonly string[];
  /** Everything but the steps inside it. */
  readonly definition: WrittenStep;
}

/** Steps in the order in which they are written; the one called `whole` is not taken apart. */
const flatten = (steps: readonly WrittenStep[], whole?: string, place: readonly string[] = []): FlatStep[] =>
  steps.flatMap((step) => {
    const name = String(step.name);
    if (name === whole) return [{ name, place, definition: step }];
    return [
      { name, place, definition: withoutChildren(step) },
      ...childKeys.flatMap((key) =>
        flatten((step[key] ?? []) as readonly WrittenStep[], whole, [...place, name, `/${key}`]),
      ),
    ];
  });
