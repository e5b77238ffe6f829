import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../lib/json.ts';
import type { Change } from '../../audit/index.ts';
import { parseBaseUrl } from '../../workspaces/index.ts';
import type { WorkspaceItem } from '../file/file-schema.ts';
import type { FilePath, FileProblem } from '../file/problem.ts';
import type { ReadFile } from '../file/read-file.ts';
import type { ApplyOptions } from './apply-sections.ts';
import { findMissingSecrets } from './kept-secrets.ts';
import { findUnknownReferences } from './unknown-references.ts';

/** Runs a check in the item's workspace, in a transaction that is rolled back. */
export type InWorkspace = (
  item: Pick<WorkspaceItem, 'base_url'>,
  check: (change: Change) => Promise<void>,
) => Promise<void>;

/**
 * Returns the unknown references and missing secrets of all workspaces in the file. Skips workspaces with an invalid
 * base URL.
 */
export async function findUnknown(
  { written, kept }: ReadFile,
  { egressAllow = new Set() }: ApplyOptions,
  inWorkspace: InWorkspace,
): Promise<FileProblem[]> {
  const workspaces = isRecord(written) && Array.isArray(written.workspaces) ? written.workspaces : [];
  const problems: FileProblem[] = [];
  for (const [index, item] of workspaces.entries()) {
    const base_url = isRecord(item) ? parseBaseUrl(String(item.base_url)) : undefined;
    if (!base_url) continue;
    await inWorkspace({ base_url }, async (change) => {
      const keptHere = kept.filter(([, workspace]) => workspace === index);
      const missing = await findMissingSecrets(change, item, keptHere);
      const unknown = await findUnknownReferences(change, item, ['workspaces', index], {
        allow: egressAllow,
      });
      const isMissing = (path: FilePath) => missing.some((one) => isDeepStrictEqual(one.path, path));
      problems.push(...missing, ...unknown.filter(({ path }) => !isMissing(path)));
    });
  }
  return problems;
}
