import { readInput } from '../listeners/index.ts';
import { startedInput } from '../runs/index.ts';
import type { WorkflowTest, WrittenRequest } from './test-schema.ts';

/**
 * Builds what the run reads as `__data`, as a listener or a manual start does (spec/workflow-tests §1.2). The listener's
 * checks are skipped, because a written request has no credential.
 */
export function inputOf({ request, data = {} }: WorkflowTest, wantsRaw: boolean): string {
  if (!request) return startedInput(data);
  const { body, type } = bodyOf(request);
  const headers = Object.entries(request.headers).flat();
  const hasType = Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type');
  return readInput({
    body: Buffer.from(body),
    query: new URLSearchParams(request.query).toString(),
    headers: hasType || body === '' ? headers : [...headers, 'content-type', type],
    claims: undefined,
    sender: undefined,
    wantsRaw,
  }).toString();
}

/** The body of a GET request isn't read (spec/listeners §1.2). */
function bodyOf({ method, body }: WrittenRequest): { body: string; type: string } {
  if (method === 'GET' || body === undefined || body === null) return { body: '', type: '' };
  if (typeof body === 'string') return { body, type: 'text/plain; charset=utf-8' };
  return { body: JSON.stringify(body), type: 'application/json' };
}
