import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSender } from './attempt.ts';
import type { Delivery } from './ledger.ts';
import type { Plan } from './plan.ts';
import type { Watch } from './watch.ts';

const tickMs = 20;
/** Deliveries that are not settled: beyond it no new ones are begun, so that an outage is not answered by a flood. */
const mostOpen = 200;
const retryAfterMs = 500;
/** When enough was accepted, load goes on at this part of its pace until the last fault is over. */
const paceWhenEnough = 0.25;
/** Of a hundred deliveries: so many have no delivery key, nap between two transactions, are sent again when accepted. */
const shares = { keyless: 25, napping: 10, repeated: 5 };

type LoadPlan = Pick<Plan, 'deliveriesPerSecond' | 'leastAccepted'>;

interface Written extends Delivery {
  readonly runs: Set<string>;
}

/**
 * A caller with much to deliver. It begins new deliveries at a steady pace, repeats those with a key until they are answered with
 * 2xx, and writes every such answer down.
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

  /** Whether everything that was sent before that moment has come to an end. */
  isAnsweredBefore(moment: number): boolean {
    for (const { beganAt } of this.#attempts) if (beganAt < moment) return false;
    return true;
  }

  /** Begins nothing more, and waits until what has begun is settled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pacing;
    await Promise.all(this.#open);
    this.#sender.close();
  }

  /** Lets everything go as it is: nobody asks for the ledger any more. */
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
      // A tick that came late is made up for, an outage is not.
      const perSecond = this.#perSecond();
      due = Math.min(due + ((now - before) / 1000) * perSecond, perSecond / 2);
      before = now;
      for (; due >= 1 && this.#open.size < mostOpen; due--) this.#begin();
    }
  }

  #perSecond(): number {
    const { deliveriesPerSecond, leastAccepted } = this.#plan;
    return deliveriesPerSecond * (this.#accepted < leastAccepted ? 1 : paceWhenEnough);
  }

  #begin(): void {
    const delivery: Written = { effect: randomBytes(10).toString('hex'), runs: new Set() };
    const number = this.#written.push(delivery);
    const open = this.#deliver(delivery, number % 100).finally(() => this.#open.delete(open));
    this.#open.add(open);
  }

  async #deliver(delivery: Written, number: number): Promise<void> {
    // Spread over the hundred, so that every kind of them is under way at any time.
    const spread = (number * 37) % 100;
    const isKeyless = spread < shares.keyless;
    const isRepeated = !isKeyless && spread >= 100 - shares.repeated;
    const body = { effect: delivery.effect, nap: (number * 61) % 100 < shares.napping };
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
