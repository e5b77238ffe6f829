import { judgeRequest } from '../../core/listeners/index.ts';
import { findReceipt } from '../../core/runs/index.ts';
import { HarkError } from '../../lib/errors.ts';
import { type Counted, countRequest } from './count-request.ts';
import type { Delivery } from './delivery.ts';
import type { ListenerParts } from './listener-options.ts';
import type { Outcome } from './outcome.ts';
import { requireMethod } from './require-method.ts';
import { noListener, type ResolvedListener } from './resolve-listener.ts';
import { receiptResponse } from './responses.ts';

/**
 * Lets a sender look up what became of a delivery, with the listener's token check (spec/listeners §11.3). Rejections
 * don't name the listener, so that the request inspector shows only deliveries.
 */
export async function lookUpReceipt(
  parts: ListenerParts,
  delivery: Delivery,
  listener: ResolvedListener,
): Promise<Outcome> {
  let counted: Counted | undefined;
  try {
    const { workspace, compiled } = listener;
    const key = delivery.receiptKey;
    if (!compiled.receipts || key === undefined) throw noListener();
    requireMethod(delivery, ['GET', 'HEAD']);
    const now = parts.context.clock.now();
    // A sender can still look up its deliveries after the listener was disabled. Browsers can't, so there is no CORS.
    const settings = { ...compiled.resolve(now, true), allowCors: false };
    const verdict = judgeRequest(delivery, settings, now);
    if (verdict.kind === 'refused') return verdict;
    counted = await countRequest(parts.limiter, workspace, compiled);
    if (counted.refusal) throw counted.refusal;
    const found = await findReceipt(parts.context, workspace, compiled.id, key);
    if (!found) throw unknownReceipt();
    return { kind: 'looked_up', response: receiptResponse(key, found), headers: {}, listener, counted };
  } catch (error) {
    return { kind: 'failed', error, headers: {}, counted };
  }
}

/** Unknown and expired deliveries and those of other listeners get this response. */
const unknownReceipt = () => new HarkError('not-found', 'unknown_receipt', 'Item was not found.');
