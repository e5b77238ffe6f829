import { invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';

export function runIdOf(text: string): RunId {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase() as RunId;
  throw invalid('bad_run_id', `"${text}" isn't a run id. Run ids look like 019a8b3c-….`);
}
