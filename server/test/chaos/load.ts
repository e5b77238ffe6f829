import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSender } from './attempt.ts';
import type { Delivery } from './ledger.ts';
import type { Plan } from './plan.ts';
import type { Watch } from './watch.ts';
import { followedCity } from './workspace-file.ts';

const tickMs = 20;
/** Maximum number of open deliveries, so an outage isn't followed by a flood of requests. */
const maxOpen = 200;
const retryAfterMs = 500;
/** Once enough requests were accepted, load continues at this fraction of its rate until the last fault has ended. */
const paceWhenEnough = 0.25;
/**
 * Out of a hundred deliveries, how many have no delivery key, wait between two transactions, are sent again after they
 * were accepted, or create a lead that is followed.
 */
const shares = { keyless: 25, napping: 10, repeated: 5, followed: 20 };

type LoadPlan = Pick<Plan, 'deliveriesPerSecond' | 'minAccepted'>;

interface Written extends Delivery {
  readonly runs: Set<string>;
}

/**
 * A caller that sends new deliveries at a steady rate, repeats those with a key until they get a
 * 2xx response, and records every such response.
 */
export class Load {
  readonly #sender: ReturnType<typeof createSender>;
  readonly #watch: Watch;
  readonly #plan: LoadPlan;
  readonly #written: Written[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #attempts = new Set<{ readonly beganAt: number }>();
  readonly #pacing: Promise<void>;
  #accepted = 0;
  #isStopped = false;
  #isAbandoned = false;

  constructor(listenerUrl: string, plan: LoadPlan, watch: Watch) {
    this.#sender = createSender(listenerUrl);
    this.#plan = plan;
    this.#watch = watch;
    this.#pacing = this.#pace();
  }

  get accepted(): number {
    return this.#accepted;
  }

  get deliveries(): readonly Delivery[] {
    return this.#written;
  }

  /** Returns whether every request sent before this time is settled. */
  isAnsweredBefore(moment: number): boolean {
    for (const { beganAt } of this.#attempts) if (beganAt < moment) return false;
    return true;
  }

  /** Stops sending, and waits until all open deliveries are settled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pacing;
    await Promise.all(this.#open);
    this.#sender.close();
  }

  /** Stops without waiting, because the ledger isn't needed anymore. */
  abandon(): void {
    this.#isStopped = true;
    this.#isAbandoned = true;
    this.#sender.close();
  }

  async #pace(): Promise<void> {
    let due = 0;
    for (let before = performance.now(); !this.#isStopped; ) {
      await sleep(tickMs);
      const now = performance.now();
      // Catch up after a late tick, but not after an outage.
      const perSecond = this.#perSecond();
      due = Math.min(due + ((now - before) / 1000) * perSecond, perSecond / 2);
      before = now;
      for (; due >= 1 && this.#open.size < maxOpen; due--) this.#begin();
    }
  }

  #perSecond(): number {
    const { deliveriesPerSecond, minAccepted } = this.#plan;
    return deliveriesPerSecond * (this.#accepted < minAccepted ? 1 : paceWhenEnough);
  }

  #begin(): void {
    const delivery: Written = { effect: randomBytes(10).toString('hex'), runs: new Set() };
    const number = this.#written.push(delivery);
    const open = this.#deliver(delivery, number % 100).finally(() => this.#open.delete(open));
    this.#open.add(open);
  }

  async #deliver(delivery: Written, number: number): Promise<void> {
    // The kinds are spread over every hundred deliveries, so requests of every kind are in flight at any time.
    const spread = (number * 37) % 100;
    const isKeyless = spread < shares.keyless;
    const isRepeated = !isKeyless && spread >= 100 - shares.repeated;
    const body = {
      effect: delivery.effect,
      nap: (number * 61) % 100 < shares.napping,
      ...((number * 17) % 100 < shares.followed && { city: followedCity }),
    };
    const send = () => this.#send(delivery, body, isKeyless ? undefined : delivery.effect);
    await this.#insist(send, !isKeyless);
    if (delivery.runs.size > 0) this.#accepted++;
    if (isRepeated) await this.#insist(send, true);
  }

  async #insist(send: () => Promise<boolean>, mayRepeat: boolean): Promise<void> {
    while (!(await send()) && mayRepeat && !this.#isAbandoned) await sleep(retryAfterMs);
  }

  async #send(delivery: Written, body: object, key: string | undefined): Promise<boolean> {
    const attempt = { beganAt: performance.now() };
    this.#attempts.add(attempt);
    const outcome = await this.#sender.attempt(body, key);
    this.#attempts.delete(attempt);
    if ('run' in outcome) {
      delivery.runs.add(outcome.run);
      this.#watch.answered(performance.now());
      return true;
    }
    this.#watch.failed(outcome.error);
    return false;
  }
}
