import { type Principal, reachOf } from '../access/index.ts';
import type { Change } from '../audit/index.ts';
import { inputAliases, type LeadField, readFieldSet } from '../lead-fields/index.ts';
import { suggest } from '../templating/index.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { selectPresentNames } from './workflow-store.ts';

/** A name that a step uses for something outside its workflow. */
interface UsedName {
  readonly kind: 'field' | 'match' | 'workflow';
  readonly name: string;
  readonly path: Path;
}

/** Names that a file is about to create, or may not be asked for. */
interface NameOptions {
  readonly fields?: ReadonlyMap<string, { readonly unique: boolean }>;
  /** Names that count as present; undefined when the caller may not learn which workflows exist. */
  readonly workflows?: ReadonlySet<string> | undefined;
  /** Names that count as missing, although the workspace has them. */
  readonly removed?: ReadonlySet<string>;
}

/**
 * Lead fields and workflows that steps name and the workspace doesn't have: the step would fail in every run. Reads steps as
 * they are written, so that another error in them hides nothing. Names that a template makes are checked when it runs.
 */
export async function findUnknownNames(
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  source: readonly unknown[],
  { fields, workflows, removed = new Set() }: NameOptions,
): Promise<StepProblem[]> {
  const used = namesIn(source, []);
  if (used.length === 0) return [];
  const present = await readFieldSet(transaction, workspace);
  // Whether a field is unique is fixed when it is created.
  const known = new Map([...(fields ?? []), ...present.byAlias]);
  const wanted = used.filter(({ kind, name }) => kind === 'workflow' && !workflows?.has(name));
  const stored =
    workflows === undefined
      ? new Set(wanted.map(({ name }) => name))
      : await selectPresentNames(
          transaction,
          workspace,
          wanted.map(({ name }) => name),
        );
  return used.flatMap(({ kind, name, path }) => {
    if (kind !== 'workflow') return describeField(kind, name, path, known);
    const isPresent = workflows?.has(name) || (stored.has(name) && !removed.has(name));
    return isPresent ? [] : [{ path, message: `There is no workflow "${name}" in this workspace.` }];
  });
}

/** The same for a user, who learns nothing about workflows that they can't see. */
export const findUnknownNamesAs = (
  principal: Principal,
  change: Pick<Change, 'transaction' | 'workspace'>,
  source: readonly unknown[],
): Promise<StepProblem[]> => {
  const seesAll = reachOf(principal, 'workflows.view') === 'all';
  return findUnknownNames(change, source, { workflows: seesAll ? new Set() : undefined });
};

function describeField(
  kind: 'field' | 'match',
  name: string,
  path: Path,
  known: ReadonlyMap<string, Pick<LeadField, 'unique'>>,
): StepProblem[] {
  const field = known.get(kind === 'field' ? (inputAliases.get(name) ?? name) : name);
  if (!field) {
    const guess = suggest(name, known.keys());
    const hint = guess === undefined ? '' : ` Did you mean ${guess}?`;
    return [{ path, message: `Unknown lead field "${name}".${hint}` }];
  }
  if (kind === 'field' || field.unique) return [];
  return [{ path, message: `"${name}" is not unique. Only the id and unique fields can be matched.` }];
}

function namesIn(steps: readonly unknown[], path: Path): UsedName[] {
  return steps.flatMap((step, index) => {
    if (typeof step !== 'object' || step === null) return [];
    const place = [...path, index];
    const written = step as Record<string, unknown>;
    const { type, workflow } = written;
    const used: UsedName[] = [];
    if (typeof type === 'string' && type.startsWith('lead.')) {
      used.push(...keysOf(written.match, 'match', place), ...keysOf(written.fields, 'field', place));
    }
    if (type === 'workflow.start' && typeof workflow === 'string' && !/\{[{%#]/.test(workflow)) {
      used.push({ kind: 'workflow', name: workflow, path: [...place, 'workflow'] });
    }
    for (const key of ['then', 'else', 'steps']) {
      const inner = written[key];
      if (Array.isArray(inner)) used.push(...namesIn(inner, [...place, key]));
    }
    return used;
  });
}

const keysOf = (tree: unknown, kind: 'field' | 'match', place: Path): UsedName[] =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)
    ? Object.keys(tree).map((name) => ({
        kind,
        name,
        path: [...place, kind === 'field' ? 'fields' : 'match', name],
      }))
    : [];
