import { conflict } from '../../../lib/errors.ts';
import type { ConnectionId, WorkflowId, WorkspaceId } from '../../../lib/ids.ts';
import type { Change } from '../../audit/index.ts';
import {
  type ConnectionChange,
  type ConnectionSettings,
  changeConnection,
  connectionNotFound,
  deleteConnection,
  headerOf,
  lockConnections,
  type OriginRules,
  resolveUrl,
  selectConnection,
  selectConnections,
  selectConnectionsNamed,
  withoutReadOnly,
} from '../../connections/index.ts';
import type { Context } from '../../context/index.ts';
import { hasTemplate } from '../steps/setting-schemas.ts';
import { selectStepsWith } from '../workflow-store.ts';
import type { StepProblem } from './compile-tree.ts';
import { type FlatStep, flattenWritten, isObject } from './written-steps.ts';

/** The settings of a connection that decide which requests can use it. */
export type ConnectionTarget = Pick<ConnectionSettings, 'origin' | 'type' | 'header'>;

type Place = Pick<Change, 'transaction' | 'workspace'>;
type UsingStep = FlatStep & {
  readonly step: Readonly<Record<string, unknown>> & { readonly connection: string };
};

/** Returns the steps that name a connection. */
const stepsWithConnection = (source: readonly unknown[]): UsingStep[] =>
  flattenWritten(source).filter(
    (flat): flat is UsingStep =>
      flat.step?.type === 'http.request' &&
      typeof flat.step.connection === 'string' &&
      !hasTemplate(flat.step.connection),
  );

const namesIn = (source: readonly unknown[]): string[] => [
  ...new Set(stepsWithConnection(source).map(({ step }) => step.connection)),
];

/**
 * Finds requests that name a connection that doesn't exist, or that don't match it (spec/connections §2.4). `planned`
 * contains connections that the same file saves, or deletes (null).
 */
export async function findMisusedConnections(
  { transaction, workspace }: Place,
  source: readonly unknown[],
  planned: ReadonlyMap<string, ConnectionTarget | null>,
): Promise<StepProblem[]> {
  const using = stepsWithConnection(source);
  if (using.length === 0) return [];
  const stored = await selectConnectionsNamed(transaction, workspace, namesIn(source));
  const known = new Map<string, ConnectionTarget | null>([
    ...stored.map((connection) => [connection.name, connection] as const),
    ...planned,
  ]);
  return using.flatMap(({ step, path }) => {
    const { connection: name, url, headers } = step;
    const target = known.get(name);
    if (!target) return [{ path: [...path, 'connection'], message: `there is no connection called ${name}` }];
    const problems: StepProblem[] = [];
    const isLiteral = typeof url === 'string' && !hasTemplate(url) && !url.includes('{#');
    // An origin that isn't valid itself is reported where it is written.
    if (isLiteral && target.origin !== '' && resolveUrl(url.trim(), target) === undefined) {
      const message = `the connection ${name} can only be used for ${target.origin}`;
      problems.push({ path: [...path, 'url'], message });
    }
    for (const header of isObject(headers) ? Object.keys(headers) : []) {
      if (header.toLowerCase() === headerOf(target))
        problems.push({ path: [...path, 'headers', header], message: `is set by the connection ${name}` });
    }
    return problems;
  });
}

/**
 * Keeps the connections that steps use from being deleted or renamed until these steps are published.
 * @returns the problems of steps whose connection doesn't exist
 */
export async function lockUsedConnections(
  { transaction, workspace }: Place,
  source: readonly unknown[],
): Promise<StepProblem[]> {
  const present = await lockConnections(transaction, workspace, namesIn(source));
  return stepsWithConnection(source)
    .filter(({ step }) => !present.has(step.connection))
    .map(({ step, path }) => ({
      path: [...path, 'connection'],
      message: `there is no connection called ${step.connection}`,
    }));
}

interface ConnectionUse {
  readonly workflow: { readonly id: WorkflowId; readonly name: string };
  /** The name of the step. */
  readonly step: string;
}

/** Returns where published workflows use each connection, by name. */
async function findConnectionUses({
  transaction,
  workspace,
}: {
  readonly transaction: Change['transaction'];
  readonly workspace: WorkspaceId;
}): Promise<ReadonlyMap<string, readonly ConnectionUse[]>> {
  const uses = new Map<string, ConnectionUse[]>();
  for (const { id, name, steps } of await selectStepsWith(transaction, workspace, '"connection"')) {
    for (const { step } of stepsWithConnection(JSON.parse(steps))) {
      const use = { workflow: { id, name }, step: String(step.name) };
      uses.set(step.connection, [...(uses.get(step.connection) ?? []), use]);
    }
  }
  return uses;
}

/** Returns a workspace's connections with the published steps that use them. */
export const listConnectionsWithUses = ({ db }: Context, workspace: WorkspaceId) =>
  db.read(workspace, async (transaction) => {
    const connections = await selectConnections(transaction, workspace);
    const uses = await findConnectionUses({ transaction, workspace });
    return connections.map((connection) => ({ ...connection, uses: uses.get(connection.name) ?? [] }));
  });

async function requireUnused(change: Change, name: string): Promise<void> {
  const [use] = (await findConnectionUses(change)).get(name) ?? [];
  if (!use) return;
  throw conflict(
    'in_use',
    `The connection "${name}" is used by the workflow "${use.workflow.name}". Remove it there first.`,
  );
}

/** Deletes a connection that no published workflow uses (spec/connections §4.1). */
export async function removeConnection(change: Change, id: ConnectionId): Promise<void> {
  const present = await selectConnection(change, id);
  if (!present) throw connectionNotFound();
  await requireUnused(change, present.name);
  await deleteConnection(change, present);
}

/** Deletes the connection with this name. A missing connection isn't an error. */
export async function removeConnectionByName(change: Change, name: string): Promise<void> {
  const present = await selectConnection(change, name);
  if (!present) return;
  await requireUnused(change, name);
  await deleteConnection(change, present);
}

/** Changes a connection. One that a published workflow uses can't be renamed, because steps refer to its name. */
export async function editConnection(
  change: Change,
  rules: OriginRules,
  id: ConnectionId,
  wanted: ConnectionChange,
) {
  const present = await selectConnection(change, id);
  if (!present) throw connectionNotFound();
  const values = withoutReadOnly(present, wanted);
  if (values.name !== undefined && values.name !== present.name) await requireUnused(change, present.name);
  return changeConnection(change, rules, present, values);
}
