import { createHash } from 'node:crypto';
import { headerValues, readInput, type VerifiedClaims } from '../../core/listeners/index.ts';
import { type NewRun, runLimits } from '../../core/runs/index.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import type { AskedListener } from './asked-listener.ts';
import type { ListenerOptions } from './listener-options.ts';
import { partsOf, type SentRequest } from './request-view.ts';

/** How deep in a chain of runs a request stands; our own outside calls carry it on (design of the engine, 8). */
const depthHeader = 'hark-depth';

/**
 * Makes a run of a request that passed the checks; resolves after the commit, never before. Throws what is wrong with the body.
 * @returns undefined when the listener is not any more what the request was judged by: nothing was stored
 */
export async function acceptRun(
  parts: ListenerOptions,
  sent: SentRequest,
  asked: JudgedBy,
  claims: VerifiedClaims | undefined,
): Promise<RunId | undefined> {
  const run = newRunOf(parts, sent, asked, claims);
  const acceptance = await parts.queue.accept(run);
  if (acceptance.kind === 'stale') return undefined;
  if (run.isSent && !acceptance.isRepeat)
    parts.dispatch.start({ workspace: run.workspace, run: run.id, fence: 0 });
  return acceptance.run;
}

type JudgedBy = Pick<AskedListener, 'workspace' | 'compiled'>;

function newRunOf(
  { contextOf, dispatch }: ListenerOptions,
  sent: SentRequest,
  { workspace, compiled }: JudgedBy,
  claims: VerifiedClaims | undefined,
): NewRun {
  const [key = ''] = headerValues(sent.headers, compiled.idempotency_header);
  const depth = depthOf(headerValues(sent.headers, depthHeader)[0]);
  const input = readInput(partsOf(sent, claims, compiled.wantsRaw));
  if (input.length > 4 * runLimits.valueBytes) {
    throw invalid(
      'input_too_large',
      'What this request says takes more than 4 MiB to write down. Send less.',
    );
  }
  return {
    workspace,
    host: sent.host,
    id: uuid7(contextOf().clock.now().getTime()) as RunId,
    listener: compiled.id,
    version: compiled.version,
    valuesVersion: compiled.valuesVersion,
    input,
    depth,
    trace: sent.trace,
    isAwaited: compiled.respond_with === 'workflow',
    isSent: dispatch.claim(workspace, compiled.runs_in_flight),
    deliveryKey: key === '' ? undefined : createHash('sha256').update(key).digest(),
  };
}

/** Whoever calls from outside begins a chain; one that is longer than any honest one is a circle. */
function depthOf(header: string | undefined): number {
  const depth = header !== undefined && /^\d{1,3}$/.test(header) ? Number(header) : 0;
  if (depth <= runLimits.depth) return depth;
  throw new HarkError(
    'invalid',
    'loop_detected',
    `This request comes from a workflow that was started by a workflow, ${depth} times over. Break the circle.`,
  );
}
