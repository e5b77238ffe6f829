import { createHash } from 'node:crypto';
import { headerValues, readInput, type VerifiedClaims } from '../../core/listeners/index.ts';
import { type NewRun, runLimits } from '../../core/runs/index.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { traceOf } from '../server/request-span.ts';
import type { Delivery } from './delivery.ts';
import type { ListenerOptions } from './listener-options.ts';
import type { ResolvedListener } from './resolve-listener.ts';

/** The request's depth in a chain of runs. HTTP requests that a run makes carry this header. */
const depthHeader = 'hark-depth';

/**
 * Stores a run for a request that passed the checks. Resolves after the commit. Throws if the body is invalid.
 * @returns undefined if the listener has changed since it was read, in which case nothing was stored
 */
export async function acceptRun(
  options: ListenerOptions,
  delivery: Delivery,
  listener: ResolvedListener,
  body: Buffer,
  claims: VerifiedClaims | undefined,
): Promise<RunId | undefined> {
  // After an outage, it isn't known whether the run was stored. Storing it again could start it twice.
  if (delivery.storeError) throw delivery.storeError;
  const run = newRunOf(options, delivery, listener, body, claims);
  const acceptance = await options.queue.accept(run).catch((error: Error) => {
    delivery.storeError = error;
    throw error;
  });
  if (acceptance.kind === 'stale') return undefined;
  if (run.isSent && !acceptance.isRepeat)
    options.dispatch.start({ workspace: run.workspace, run: run.id, fence: 0 });
  return acceptance.run;
}

function newRunOf(
  { context, dispatch }: ListenerOptions,
  { url, host, headers, request }: Delivery,
  { workspace, compiled }: ResolvedListener,
  body: Buffer,
  claims: VerifiedClaims | undefined,
): NewRun {
  const [key = ''] = headerValues(headers, compiled.idempotency_header);
  const depth = depthOf(headerValues(headers, depthHeader)[0]);
  const input = readInput({ body, query: queryOf(url), headers, claims, wantsRaw: compiled.wantsRaw });
  if (input.length > 4 * runLimits.valueBytes) {
    throw invalid(
      'input_too_large',
      'The request is too large: its parsed input exceeds 4 MiB. Send less data.',
    );
  }
  return {
    workspace,
    host,
    id: uuid7(context.clock.now().getTime()) as RunId,
    listener: compiled.id,
    version: compiled.version,
    valuesVersion: compiled.valuesVersion,
    input,
    depth,
    trace: traceOf(request),
    isAwaited: compiled.respond_with === 'workflow',
    isSent: dispatch.claim(workspace, compiled.runs_in_flight),
    deliveryKey: key === '' ? undefined : createHash('sha256').update(key).digest(),
  };
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : (url.slice(start + 1).split('#', 1)[0] ?? '');
}

/**
 * Reads the request's depth. A request from outside starts a new chain; a chain that is longer than any
 * legitimate one is a loop (spec/listeners §7.6).
 */
function depthOf(header: string | undefined): number {
  const depth = header !== undefined && /^\d{1,3}$/.test(header) ? Number(header) : 0;
  if (depth <= runLimits.depth) return depth;
  throw new HarkError(
    'invalid',
    'loop_detected',
    `Workflow loop detected: this request is at the end of a chain of ${depth} workflow runs. Break the loop.`,
  );
}
