import { invalid } from '../../../lib/errors.ts';
import { runLimits } from './run.ts';

/**
 * The input of a run that no request started. Names that start with `__` belong to Hark, whoever sends them
 * (spec/listeners §6.7). There was no request, so there are no headers.
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
