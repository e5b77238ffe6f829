import type { Change } from '../../audit/index.ts';
import {
  ConnectionProblem,
  checkConnection,
  connectionSchema,
  type OriginRules,
  saveConnection,
  selectConnectionsNamed,
} from '../../connections/index.ts';
import { type ConnectionTarget, removeConnectionByName } from '../../workflows/index.ts';
import type { Absent, ConnectionItem } from '../file/file-schema.ts';
import { type FilePath, type FileProblem, ItemProblem } from '../file/problem.ts';

export type ConnectionResult = { name: string } & (Absent | { id: number; type: string; origin: string });

/** Applies a connection (spec/connections §4.1). The result never contains a secret. */
export async function applyConnection(
  change: Change,
  rules: OriginRules,
  { state, ...item }: ConnectionItem,
): Promise<ConnectionResult> {
  if (state === 'absent') return { name: item.name, state };
  const { id, name, type, origin } = await saveConnection(change, rules, item).catch(locate);
  return { id, name, type, origin };
}

/** Deletes a connection. Runs after the workflows have been applied, because the same file may have changed them. */
export async function applyAbsentConnection(change: Change, item: ConnectionItem): Promise<void> {
  if (item.state === 'absent') await removeConnectionByName(change, item.name);
}

/** Only the first issue: all of them are reported before anything is applied. */
function locate(error: unknown): never {
  const [issue] = error instanceof ConnectionProblem ? error.issues : [];
  if (issue) throw new ItemProblem([issue.key], issue.message);
  throw error;
}

/**
 * Checks the connections of a file as written, together with the stored ones.
 * @returns every problem, and the connections as they will be, or null if they will be deleted
 */
export async function checkConnections(
  { transaction, workspace }: Change,
  { allow }: OriginRules,
  items: readonly { readonly item: Readonly<Record<string, unknown>>; readonly at: FilePath }[],
): Promise<{ problems: FileProblem[]; planned: Map<string, ConnectionTarget | null> }> {
  const problems: FileProblem[] = [];
  const planned = new Map<string, ConnectionTarget | null>();
  const names = items.map(({ item }) => String(item.name).trim());
  const stored = await selectConnectionsNamed(transaction, workspace, names);
  for (const [index, { item, at }] of items.entries()) {
    const { state, ...values } = item;
    const name = names[index] ?? '';
    // A value of the wrong form is reported by the schema.
    const parsed = connectionSchema.safeParse(values);
    if (state === 'absent') planned.set(name, null);
    if (state !== undefined || !parsed.success) continue;
    const present = stored.find((connection) => connection.name === name);
    const { settings, issues } = checkConnection(parsed.data, present, allow);
    planned.set(name, settings);
    problems.push(...issues.map(({ key, message }) => ({ path: [...at, key], message })));
  }
  return { problems, planned };
}
