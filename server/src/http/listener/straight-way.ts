import type { IncomingMessage, ServerResponse } from 'node:http';
import { judgeRequest, type RequestVerdict } from '../../core/listeners/index.ts';
import type { RunId } from '../../lib/ids.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { commonHeaders, requestIdOf } from '../answer-headers.ts';
import { readBody } from '../body.ts';
import { type Begun, handOver } from '../handed-over.ts';
import { findBeyondLimits, type Limits } from '../limits.ts';
import { openRequestSpan, traceOf } from '../request-span.ts';
import type { Entrance, StraightWay } from '../straight-way.ts';
import { hostOf, workspaceHeaders } from '../workspace-by-host.ts';
import { acceptRun } from './accept-run.ts';
import type { RememberedListener } from './asked-listener.ts';
import { type Counted, countRequest } from './ceiling.ts';
import type { ListenerParts } from './listener-options.ts';
import { sandbox } from './render-error.ts';
import { receiptOf, receiptType } from './respond.ts';

/** The pattern that is told of a request, as the router would. */
const route = '/listener/:first/:second';
/** Every run id has the same length. */
const receiptBytes = receiptOf(uuid7(0) as RunId).length;
/** Name, value, name, value: so Node writes them down without looking them up. */
const receiptHeaders = Object.entries({
  ...commonHeaders,
  'content-security-policy': sandbox,
  'content-type': receiptType,
  'content-length': String(receiptBytes),
}).flat();

/** A delivery that goes on by what this process remembers; nothing else may be done by that (docs/design/listeners.md). */
interface Passing extends RememberedListener {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly host: string;
  readonly now: Date;
  readonly verdict: Extract<RequestVerdict, { kind: 'accepted' }>;
}

/**
 * For a delivery that passes all checks and gets the receipt. Whatever else becomes of it is judged from the beginning by the checks
 * of `listenerSurface`, in their order; nothing was said to the caller until then.
 */
export const straightWay =
  (parts: ListenerParts): StraightWay =>
  (entrance, request, response, ordinary) => {
    const passing = findPassing(parts, entrance.limits, request, response);
    if (!passing) return ordinary();
    const { workspace, compiled } = passing;
    const goOn = (counted: Counted) => {
      // One too many is judged again from the beginning, and counted there.
      if (counted.refusal) return ordinary();
      take(parts, entrance, passing, counted, ordinary);
    };
    const counted = countRequest(parts.limiter, workspace.id, compiled);
    if (counted instanceof Promise) counted.then(goOn, ordinary);
    else goOn(counted);
  };

/** What the checks before the body say, as far as it can be known without asking anybody. */
function findPassing(
  { listeners, contextOf }: ListenerParts,
  limits: Limits,
  request: IncomingMessage,
  response: ServerResponse,
): Passing | undefined {
  const { method = '', url = '', headers, rawHeaders } = request;
  if (method !== 'POST' && method !== 'PUT') return undefined;
  const length = Number(headers['content-length']);
  if (!(length > 0 && length <= limits.bodyBytes) || headers['content-encoding'] !== undefined)
    return undefined;
  if (findBeyondLimits(limits, url, request)) return undefined;
  const host = hostOf(request);
  const known = listeners.recall(host, url);
  if (known?.compiled.respond_with !== 'receipt') return undefined;
  const now = contextOf().clock.now();
  const verdict = judgeRequest({ method, headers: rawHeaders }, known.compiled.resolve(now, true), now);
  return verdict.kind === 'accepted' ? { ...known, request, response, host, now, verdict } : undefined;
}

/** Reads the body, stores the run and answers after the commit. */
function take(
  parts: ListenerParts,
  entrance: Entrance,
  passing: Passing,
  counted: Counted,
  ordinary: () => void,
): void {
  const { request, response, workspace, compiled, host, now, verdict } = passing;
  const { method = '', url = '', rawHeaders: headers } = request;
  const [startedAt, id] = [performance.now(), requestIdOf(request)];
  entrance.remember(id, request, response);
  openRequestSpan(entrance.tracing, request);
  let accepted: RunId | null = null;
  const record = () => {
    const bytes = response.headersSent ? receiptBytes : 0;
    entrance.record(response, startedAt, {
      id,
      method,
      surface: 'listener',
      route,
      workspace: workspace.id,
      bytes,
      run: accepted,
      refusal: null,
    });
  };
  response.once('close', record);
  const leave = (begun: Begun) => {
    response.off('close', record);
    // It is counted again by the checks, where that is right: not for a listener that is disabled by now.
    counted.giveBack();
    handOver(request, { startedAt, ...begun });
    ordinary();
  };
  const fail = (error: Error) => leave({ kind: 'failed', error });
  readBody(request, response, entrance.limits.bodyBytes, entrance.budget, fail, (body) => {
    const asked = { workspace: workspace.id, compiled };
    const accepting = acceptRun(
      parts,
      { url, host, headers, body, trace: traceOf(request) },
      asked,
      verdict.claims,
    );
    accepting.then((run) => {
      accepted = run ?? null;
      if (run === undefined) return leave({ kind: 'read', body });
      const { remaining } = counted;
      parts.use.count(workspace.id, compiled.id, { isAllowed: true, remaining }, now);
      sendReceipt(entrance, passing, id, run);
    }, fail);
  });
}

function sendReceipt(
  entrance: Entrance,
  { response, workspace, verdict }: Passing,
  id: string,
  run: RunId,
): void {
  if (response.destroyed) return;
  const headers = [...receiptHeaders, 'x-request-id', id, 'x-run-id', run];
  for (const more of [workspaceHeaders(workspace), verdict.headers]) {
    for (const name in more) headers.push(name, more[name] ?? '');
  }
  if (entrance.isLast()) headers.push('connection', 'close');
  response.writeHead(200, headers);
  response.end(receiptOf(run), 'latin1');
}
