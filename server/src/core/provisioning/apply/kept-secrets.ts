import { Secret } from '../../../lib/crypto/secret.ts';
import { isRecord } from '../../../lib/json.ts';
import type { Change } from '../../audit/index.ts';
import { identities, type ListSection } from '../file/identity.ts';
import type { FilePath, FileProblem } from '../file/problem.ts';
import { readState, type WorkspaceState } from '../state/workspace-state.ts';

/** Finds secrets that should be kept although none is stored (spec/provisioning §9.2). */
export async function findMissingSecrets(
  change: Change,
  workspace: Readonly<Record<string, unknown>>,
  kept: readonly FilePath[],
): Promise<FileProblem[]> {
  if (kept.length === 0) return [];
  const state = await readState(change);
  return kept
    .filter((path) => !hasSecret(storedAt(state, workspace, path.slice(2))))
    .map((path) => ({ path, message: 'is required, because there is no stored value that could be kept' }));
}

const hasSecret = (value: unknown): boolean =>
  value instanceof Secret || (Array.isArray(value) && value.some(hasSecret));

/** Returns the stored value at a path such as `users[0].password`. */
function storedAt(
  state: WorkspaceState,
  workspace: Readonly<Record<string, unknown>>,
  [section, item = '', ...keys]: FilePath,
): unknown {
  if (section === 'secrets') return state.secrets.find(({ values }) => values.name === item)?.values.value;
  const { of } = identities[section as ListSection];
  const list = workspace[section as ListSection];
  const written = Array.isArray(list) && list[Number(item)];
  const stored =
    isRecord(written) && state[section as ListSection].find(({ values }) => of(values) === of(written));
  return (
    stored && keys.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), stored.values)
  );
}
