import { invalid } from '../../lib/errors.ts';
import { runLimits } from './run.ts';

/**
 * The input of a run that no request began. Names that begin with `__` are the service's, whoever sends them (decisions 3); there
 * was no request, so there are no headers.
 */
export function startedInput(data: unknown): string {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw invalid('start_data', 'data: must be an object.');
  }
  const own = Object.entries(data).filter(([name]) => !name.startsWith('__'));
  const input = JSON.stringify({ ...Object.fromEntries(own), __headers: {} });
  if (Buffer.byteLength(input) <= runLimits.valueBytes) return input;
  throw invalid('start_data', 'data: at most 1 MiB can be given to a run.');
}
