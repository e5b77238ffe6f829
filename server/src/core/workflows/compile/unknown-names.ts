import { suggest } from '../../../lib/suggest.ts';
import { type Principal, reachOf } from '../../access/index.ts';
import type { Change } from '../../audit/index.ts';
import type { Context } from '../../context/index.ts';
import { inputAliases, type LeadField, readFieldSet } from '../../lead-fields/index.ts';
import { selectRoles } from '../../roles/index.ts';
import type { Setting } from '../steps/step-definition.ts';
import { findDefinition } from '../steps/step-types.ts';
import { selectPresentNames } from '../workflow-store.ts';
import type { Path, StepProblem } from './compile-tree.ts';
import { type ConnectionTarget, findMisusedConnections } from './connection-uses.ts';
import { flattenWritten, isObject, type WrittenStep } from './written-steps.ts';

interface UsedName {
  readonly kind: NonNullable<Setting['refersTo']>;
  readonly name: string;
  readonly path: Path;
}

interface NameOptions {
  readonly fields?: ReadonlyMap<string, { readonly unique: boolean }>;
  /** Names that are treated as existing; undefined if the caller must not learn which workflows exist. */
  readonly workflows?: ReadonlySet<string> | undefined;
  /** Names that are treated as missing, although they exist in the workspace. */
  readonly removed?: ReadonlySet<string>;
  /** Names of roles that are treated as existing. */
  readonly roles?: ReadonlySet<string>;
  /** Connections that are about to be saved, by name, or null for those that are about to be deleted. */
  readonly connections?: ReadonlyMap<string, ConnectionTarget | null>;
}

/**
 * Finds lead fields, workflows, roles and connections that steps refer to but that don't exist in the workspace, and
 * requests that don't match their connection. Every run would fail. Reads steps as written, so unknown names are
 * reported even if there are other errors. Names from templates are checked at run time.
 */
export async function findUnknownNames(
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  source: readonly unknown[],
  { fields, workflows, removed = new Set(), roles = new Set(), connections = new Map() }: NameOptions,
): Promise<StepProblem[]> {
  const used = usedNames(source);
  if (used.length === 0) return [];
  const misused = await findMisusedConnections({ transaction, workspace }, source, connections);
  const present = await readFieldSet(transaction, workspace);
  // Fields in the workspace take precedence, because an existing field's uniqueness can't change.
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
  const unknownRoles = await findUnknownRoles({ transaction, workspace }, used, roles);
  const unknown = used.flatMap(({ kind, name, path }) => {
    if (kind === 'connection' || kind === 'role') return [];
    if (kind !== 'workflow') return describeField(kind, name, path, known);
    const isPresent = workflows?.has(name) || (stored.has(name) && !removed.has(name));
    return isPresent ? [] : [{ path, message: `There is no workflow "${name}" in this workspace.` }];
  });
  return [...unknown, ...unknownRoles, ...misused];
}

async function findUnknownRoles(
  { transaction, workspace }: Pick<Change, 'transaction' | 'workspace'>,
  used: readonly UsedName[],
  planned: ReadonlySet<string>,
): Promise<StepProblem[]> {
  const wanted = used.filter(({ kind, name }) => kind === 'role' && !planned.has(name));
  if (wanted.length === 0) return [];
  const present = new Set((await selectRoles(transaction, workspace)).map(({ name }) => name));
  return wanted
    .filter(({ name }) => !present.has(name))
    .map(({ name, path }) => ({ path, message: `there is no role called ${name}` }));
}

/** Like `findUnknownNames`, but on behalf of a user: reveals nothing about workflows that they can't see. */
export const findUnknownNamesAs = (
  principal: Principal,
  change: Pick<Change, 'transaction' | 'workspace'>,
  source: readonly unknown[],
): Promise<StepProblem[]> => {
  const seesAll = reachOf(principal, 'workflows.view') === 'all';
  return findUnknownNames(change, source, { workflows: seesAll ? new Set() : undefined });
};

/** Like `findUnknownNamesAs`, but in a separate transaction. */
export const checkNames = (
  { db }: Context,
  principal: Principal,
  source: readonly unknown[],
): Promise<StepProblem[]> => {
  const workspace = principal.workspace.id;
  return db.read(workspace, (transaction) =>
    findUnknownNamesAs(principal, { transaction, workspace }, source),
  );
};

function describeField(
  kind: 'lead fields' | 'unique lead fields',
  name: string,
  path: Path,
  known: ReadonlyMap<string, Pick<LeadField, 'unique'>>,
): StepProblem[] {
  const field = known.get(kind === 'lead fields' ? (inputAliases.get(name) ?? name) : name);
  if (!field) {
    const guess = suggest(name, known.keys());
    const hint = guess === undefined ? '' : ` Did you mean ${guess}?`;
    return [{ path, message: `Unknown lead field "${name}".${hint}` }];
  }
  if (kind === 'lead fields' || field.unique) return [];
  return [{ path, message: `"${name}" isn't unique. Match by id or a unique field.` }];
}

/**
 * Returns the names of lead fields, workflows, roles and connections in steps, except those given by templates. A step that handles its own
 * failure may name a workflow that doesn't exist.
 */
export const usedNames = (steps: readonly unknown[]): UsedName[] =>
  flattenWritten(steps).flatMap(({ step = {}, path }) =>
    Object.entries(findDefinition(step.type)?.settings ?? {}).flatMap(([key, { refersTo }]) => {
      const isExempt = refersTo === 'workflow' && step.on_error !== undefined;
      return refersTo && !isExempt ? namesIn(step[key], refersTo, [...path, key]) : [];
    }),
  );

function namesIn(value: unknown, kind: UsedName['kind'], path: Path): UsedName[] {
  if (kind === 'role')
    return isObject(value) && typeof value.role === 'string'
      ? [{ kind, name: value.role, path: [...path, 'role'] }]
      : [];
  if (typeof value === 'string') {
    // A sort order has a minus before the field.
    const name = kind === 'workflow' || kind === 'connection' ? value : value.replace(/^-/, '');
    return /\{[{%#]/.test(value) ? [] : [{ kind, name, path }];
  }
  if (kind === 'workflow' || kind === 'connection' || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((entry: unknown, index) =>
      isObject(entry) ? filteredIn(entry, kind, [...path, index]) : namesIn(entry, kind, [...path, index]),
    );
  }
  return Object.keys(value).map((name) => ({ kind, name, path: [...path, name] }));
}

/** Returns the fields in a condition, or in a group of conditions (spec/rest-api §6.4). */
const filteredIn = (entry: WrittenStep, kind: UsedName['kind'], path: Path): UsedName[] =>
  ['alias', 'all', 'any'].flatMap((key) =>
    typeof entry[key] === 'string' || Array.isArray(entry[key])
      ? namesIn(entry[key], kind, [...path, key])
      : [],
  );
