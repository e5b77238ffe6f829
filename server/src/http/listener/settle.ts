import {
  checkHead,
  judgeRequest,
  listenerVerbs,
  signReceipt,
  verifySender,
} from '../../core/listeners/index.ts';
import { HarkError, unavailable } from '../../lib/errors.ts';
import { findUnsupportedEncoding, hasBody, readBody } from '../base/body.ts';
import { acceptRun, deliveryKeyOf } from './accept-run.ts';
import { type Counted, countRequest } from './count-request.ts';
import type { Delivery } from './delivery.ts';
import type { ListenerParts } from './listener-options.ts';
import { lookUpReceipt } from './look-up-receipt.ts';
import type { FinalOutcome, Outcome } from './outcome.ts';
import { requireMethod } from './require-method.ts';
import type { ResolvedListener } from './resolve-listener.ts';

/** Resolves the listener and repeats the checks until the outcome is final. */
export async function settle(parts: ListenerParts, delivery: Delivery): Promise<FinalOutcome> {
  try {
    const isLookup = delivery.receiptKey !== undefined;
    // A cached listener is enough only to store a run.
    let listener =
      (isLookup ? undefined : parts.resolver.cached(delivery)) ??
      (await parts.resolver.read(delivery, undefined));
    for (let judged = 0; judged < maxJudged; judged++) {
      if (!listener) return { kind: 'unknown_host', headers: {} };
      delivery.workspace = { id: listener.workspace, baseUrl: listener.compiled.baseUrl };
      const outcome = isLookup
        ? await lookUpReceipt(parts, delivery, listener)
        : await judge(parts, delivery, listener);
      if (isFinal(outcome, listener)) return outcome;
      // If the request passes again, it is counted again. Its body is read only once.
      outcome.counted?.giveBack();
      listener = await parts.resolver.read(delivery, listener.workspace);
    }
    throw unavailable(
      'listener_changing',
      'The settings of this listener are changing right now. Try again shortly.',
    );
  } catch (error) {
    return { kind: 'failed', error, headers: {} };
  }
}

/**
 * How often a request is checked if the listener keeps changing: once with cached settings, and three times
 * with settings read from the database.
 */
const maxJudged = 4;

/**
 * Whether an outcome is final. Cached settings can only lead to a stored run, because the insert confirms them.
 * Any other response must use settings that were read for this request (spec/listeners §2.4).
 */
const isFinal = (outcome: Outcome, { isCached }: ResolvedListener): outcome is FinalOutcome =>
  outcome.kind === 'stored' || (outcome.kind !== 'stale' && !isCached);

/**
 * Runs the checks in order (spec/listeners §1.3) against one version of the listener. The URL was already
 * checked when the listener was resolved. Sends nothing.
 */
async function judge(parts: ListenerParts, delivery: Delivery, listener: ResolvedListener): Promise<Outcome> {
  const { workspace, compiled, isEnabled } = listener;
  let headers: Outcome['headers'] = compiled.allow_cors ? { vary: 'Origin' } : {};
  let counted: Counted | undefined;
  try {
    requireMethod(delivery, listenerVerbs);
    const now = parts.context.clock.now();
    // Check the token, the origin, and whether the listener is enabled.
    const settings = compiled.resolve(now, isEnabled);
    const verdict = judgeRequest(delivery, settings, now);
    headers = verdict.headers;
    if (verdict.kind === 'switched_off') throw switchedOff();
    if (verdict.kind !== 'accepted') return { ...verdict, listener };
    counted = await countRequest(parts.limiter, workspace, compiled);
    if (counted.refusal) throw counted.refusal;
    const { signature } = settings;
    const signed = signature && checkHead(delivery.headers, signature, now);
    if (signed?.kind === 'refused') return { ...signed, headers, listener, counted };
    const body = await bodyOf(parts, delivery);
    const sender = signed && verifySender(signed, signature, signedRequest(delivery, compiled.baseUrl, body));
    if (sender && 'reason' in sender) return { kind: 'refused', refusal: sender, headers, listener, counted };
    if (sender?.challenge !== undefined)
      return { kind: 'challenged', challenge: sender.challenge, headers, listener, counted };
    const stored = await acceptRun(parts, delivery, listener, body, { claims: verdict.claims, sender });
    if (stored === undefined) return { kind: 'stale', headers, listener, counted };
    const receipt = compiled.receipts
      ? signReceipt(
          {
            workspaceUrl: compiled.workspaceUrl,
            run: stored.run,
            key: deliveryKeyOf(delivery, compiled, sender),
            bodyHash: stored.bodyHash,
          },
          settings,
          now,
        )
      : undefined;
    return { kind: 'stored', run: stored.run, receipt, headers, listener, counted };
  } catch (error) {
    return { kind: 'failed', error, headers, listener, counted };
  }
}

const switchedOff = () => new HarkError('not-found', 'listener_switched_off', 'Listener is switched off.');

/** What a signature covers. The URL is the stored one, never the `Host` header (spec/listeners §10.6). */
const signedRequest = ({ method, url, headers }: Delivery, baseUrl: string, body: Buffer) => ({
  method,
  url: `${baseUrl}${url.split('#', 1)[0]}`,
  headers,
  body,
});

const noBody = Buffer.alloc(0);

/** Reads the body. The body of a GET request isn't read (spec/listeners §1.2). */
function bodyOf({ server: { limits, budget } }: ListenerParts, delivery: Delivery): Buffer | Promise<Buffer> {
  const { method, request, response } = delivery;
  const problem = findUnsupportedEncoding(request);
  if (problem) throw problem;
  if (method === 'GET' || !hasBody(request)) return noBody;
  delivery.body ??= readBody(request, response, limits.bodyBytes, budget);
  return delivery.body;
}
