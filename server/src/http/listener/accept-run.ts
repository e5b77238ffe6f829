import { createHash } from 'node:crypto';
import {
  headerValues,
  readInput,
  type VerifiedClaims,
  type VerifiedSender,
} from '../../core/listeners/index.ts';
import { hashDeliveryKey, type NewRun, runLimits, type StoredRun } from '../../core/runs/index.ts';
import { uuid7 } from '../../lib/crypto/uuid7.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { queryTextOf } from '../base/request-target.ts';
import { traceOf } from '../server/request-span.ts';
import type { Delivery } from './delivery.ts';
import type { ListenerParts } from './listener-options.ts';
import { requestFactsOf } from './request-facts.ts';
import type { ResolvedListener } from './resolve-listener.ts';

/** The request's depth in a chain of runs. HTTP requests that a run makes carry this header. */
const depthHeader = 'hark-depth';

/** What the checks have proven about the caller. */
export interface ProvenCaller {
  readonly claims: VerifiedClaims | undefined;
  readonly sender: VerifiedSender | undefined;
}

/**
 * Stores a run for a request that passed the checks. Resolves after the commit. Throws if the body is invalid.
 * @returns undefined if the listener has changed since it was read, in which case nothing was stored
 */
export async function acceptRun(
  parts: ListenerParts,
  delivery: Delivery,
  listener: ResolvedListener,
  body: Buffer,
  caller: ProvenCaller,
): Promise<StoredRun | undefined> {
  // After an outage, it isn't known whether the run was stored. Storing it again could start it twice.
  if (delivery.storeError) throw delivery.storeError;
  const run = newRunOf(parts, delivery, listener, body, caller);
  const acceptance = await parts.queue.accept(run).catch((error: Error) => {
    delivery.storeError = error;
    throw error;
  });
  if (acceptance.kind === 'stale') return undefined;
  if (run.isSent && !acceptance.isRepeat)
    parts.dispatch.start({ workspace: run.workspace, run: run.id, fence: 0 });
  return acceptance;
}

function newRunOf(
  { context, dispatch, server }: ListenerParts,
  delivery: Delivery,
  { workspace, compiled }: ResolvedListener,
  body: Buffer,
  { claims, sender }: ProvenCaller,
): NewRun {
  const { url, host, headers, request } = delivery;
  const key = deliveryKeyOf(delivery, compiled, sender);
  const depth = depthOf(headerValues(headers, depthHeader)[0]);
  const input = readInput({
    body,
    query: queryTextOf(url),
    headers,
    claims,
    sender,
    wantsRaw: compiled.wantsRaw,
  });
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
    facts: { ...requestFactsOf(server, delivery), bodyBytes: body.length },
    depth,
    trace: traceOf(request),
    isAwaited: compiled.respond_with === 'workflow',
    isSent: dispatch.claim(workspace, compiled.runs_in_flight),
    deliveryKey: key === '' ? undefined : hashDeliveryKey(key),
    bodyHash: compiled.receipts ? createHash('sha256').update(body).digest() : undefined,
  };
}

/** Returns the key that identifies a delivery (spec/listeners §8, §10.8), or an empty text. */
export function deliveryKeyOf(
  { headers }: Pick<Delivery, 'headers'>,
  { idempotency_header }: ResolvedListener['compiled'],
  sender: VerifiedSender | undefined,
): string {
  const [header = ''] = headerValues(headers, idempotency_header);
  return sender?.deliveryKey ?? (header || (sender?.contentKey ?? ''));
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
