import type { UpkeepDatabase } from '../../../db/upkeep-database.ts';
import type { Egress } from '../../../lib/egress/egress.ts';
import { messageOf } from '../../../lib/errors.ts';
import type { Logger } from '../../../lib/log.ts';
import type { Context } from '../../context/index.ts';
import { type ClaimedDelivery, claimDue, selectClaimed } from './claim-store.ts';
import { recordAttempt } from './record-attempt.ts';
import { isSuccess, sendAttempt } from './send-attempt.ts';

/** The limits of one process (spec/limits §5). A server that doesn't respond occupies no more than its webhook's part. */
const maxInFlight = 100;
const maxPerWebhook = 10;
/** Longer than an attempt can take. After that, a delivery is due again: its worker has stopped. */
const leaseMs = 60_000;

export interface DelivererParts {
  readonly upkeep: UpkeepDatabase;
  readonly context: Context;
  readonly egress: Egress;
  readonly logger: Logger;
  /** Called after each attempt. */
  observe(outcome: 'done' | 'failed', seconds: number): void;
}

/** Sends deliveries that are due. Any number of processes can do this concurrently. */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #inFlight = new Map<ClaimedDelivery, Promise<void>>();

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  /** Claims deliveries and starts to send them. Doesn't wait for the responses. @returns how many were claimed */
  async deliverDue(): Promise<number> {
    const { upkeep, context } = this.#parts;
    const now = context.clock.now();
    const claim = {
      now,
      leaseUntil: new Date(now.getTime() + leaseMs),
      maxDeliveries: maxInFlight - this.#inFlight.size,
      maxPerWebhook,
      busy: this.#busy(),
    };
    if (claim.maxDeliveries === 0) return 0;
    const claimed = await upkeep.run((transaction) => claimDue(transaction, claim));
    for (const delivery of claimed) {
      const sending = this.#deliver(delivery).finally(() => this.#inFlight.delete(delivery));
      this.#inFlight.set(delivery, sending);
    }
    return claimed.length;
  }

  /** Waits for the attempts in flight. */
  async finish(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  #busy() {
    const byWebhook = Map.groupBy(
      this.#inFlight.keys(),
      ({ workspace, webhook }) => `${workspace}/${webhook}`,
    );
    return [...byWebhook.values()].flatMap((some) =>
      some.slice(0, 1).map(({ workspace, webhook }) => ({ workspace, webhook, attempts: some.length })),
    );
  }

  /** Makes one attempt. If this fails, the delivery is due again when its lease ends. */
  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { context, egress, logger, observe } = this.#parts;
    const { workspace, webhook, id } = claimed;
    try {
      const delivery = await context.db.read(workspace, (transaction) => selectClaimed(transaction, claimed));
      if (!delivery) return;
      const result = await sendAttempt(egress, context.key, delivery, context.clock.now());
      const { status, duration_ms } = result.attempt;
      observe(isSuccess(status) ? 'done' : 'failed', duration_ms / 1_000);
      await recordAttempt(context, claimed, delivery, result);
    } catch (error) {
      const ids = { workspace_id: workspace, webhook_id: webhook, delivery_id: id };
      logger.warn({ ...ids, reason: messageOf(error) }, 'webhook delivery interrupted, retrying');
    }
  }
}
