import { parseBaseUrl } from '../../core/workspaces/index.ts';
import { invalid } from '../../lib/errors.ts';
import { isRecord } from '../../lib/json.ts';
import type { Remote } from '../shared/remote.ts';

/**
 * Returns the file for the workspace that --workspace names, or checks that it is for the workspace at HARK_URL
 * (spec/provisioning §11.3).
 */
export function targetWorkspace(
  written: unknown,
  workspace: string | undefined,
  remote: Remote | undefined,
): unknown {
  const target = workspace ?? remote?.baseUrl;
  // A file of another form is reported by the schema.
  if (target === undefined || !isRecord(written) || !Array.isArray(written.workspaces)) return written;
  const [item, another] = written.workspaces;
  if (another !== undefined)
    throw invalid(
      'several_workspaces',
      'workspaces: with HARK_URL or --workspace, the file must have one workspace.',
    );
  if (!isRecord(item)) return written;
  if (workspace === undefined && parseBaseUrl(String(item.base_url))?.baseUrl !== target)
    throw invalid('other_workspace', `workspaces[0].base_url: HARK_URL is ${target}`);
  return { ...written, workspaces: [{ ...item, base_url: target }] };
}
