import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertState, OwnPrometheus } from '../harness/servers/own-prometheus.ts';

const lookEveryMs = 250;

/** When an alert was seen, measured from the start of the fault. */
export interface SeenAlert {
  readonly alert: string;
  readonly fault: string;
  /** Null if the alert has no `for` duration and therefore fires immediately. */
  pending_after_ms: number | null;
  firing_after_ms: number | null;
  /** Measured from the time when the fault was fixed. */
  gone_after_ms: number | null;
}

/** Polls the alerts and records when each started and stopped firing. */
export class AlertWatch {
  readonly #prometheus: OwnPrometheus;

  constructor(prometheus: OwnPrometheus) {
    this.#prometheus = prometheus;
  }

  /** Polls for this many milliseconds. @returns the alerts that fired in that time */
  async lookFor(milliseconds: number): Promise<readonly string[]> {
    const seen = new Set<string>();
    await this.#look(milliseconds, (states) => {
      for (const [name, state] of states) if (state === 'firing') seen.add(name);
      return false;
    });
    return [...seen];
  }

  /** Waits until all of these alerts fire, and records when. */
  async untilFiring(seen: readonly SeenAlert[], within: number): Promise<void> {
    const startedAt = performance.now();
    const after = () => Math.round(performance.now() - startedAt);
    await this.#look(within, (states) => {
      for (const one of seen) {
        const state = states.get(one.alert);
        if (state === 'pending') one.pending_after_ms ??= after();
        if (state === 'firing') one.firing_after_ms ??= after();
      }
      return seen.every(({ firing_after_ms }) => firing_after_ms !== null);
    });
  }

  async untilGone(seen: readonly SeenAlert[], within: number): Promise<void> {
    const startedAt = performance.now();
    await this.#look(within, (states) => {
      for (const one of seen)
        if (!states.has(one.alert)) one.gone_after_ms ??= Math.round(performance.now() - startedAt);
      return seen.every(({ gone_after_ms }) => gone_after_ms !== null);
    });
  }

  async #look(within: number, isEnough: (states: ReadonlyMap<string, AlertState>) => boolean): Promise<void> {
    for (const deadline = performance.now() + within; performance.now() < deadline; await sleep(lookEveryMs))
      if (isEnough(await this.#prometheus.alerts())) return;
  }
}
