import type { RunEngine } from '../../core/runs/index.ts';
import type { Clock } from '../../lib/clock.ts';

export interface Pulse {
  readonly ok: boolean;
  readonly lastOkAt: Date | null;
}

export interface Heartbeat {
  state(): Pulse;
  stop(): void;
}

interface HeartbeatOptions {
  readonly everyMs: number;
  readonly clock: Clock;
  /**
   * How long to wait before reporting the first failure, because the engine and a worker may be starting at the
   * same time.
   */
  readonly patienceMs: number;
  /** Called for the first result and whenever `ok` changes. `error` is set if the ping failed. */
  readonly onChange: (pulse: Pulse, error?: unknown) => void;
}

/** Pings the engine repeatedly, one ping at a time, so reading its state costs nothing. */
export function startHeartbeat(engine: RunEngine, options: HeartbeatOptions): Heartbeat {
  let pulse: Pulse = { ok: false, lastOkAt: null };
  let told: boolean | undefined;
  let stopped = false;
  let next: NodeJS.Timeout | undefined;
  const reportFromMs = performance.now() + options.patienceMs;

  const beat = async () => {
    const failure = await engine.ping().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (stopped) return;
    const before = pulse;
    pulse = failure ? { ok: false, lastOkAt: before.lastOkAt } : { ok: true, lastOkAt: options.clock.now() };
    const isStarting = told === undefined && performance.now() < reportFromMs;
    if (pulse.ok !== told && (pulse.ok || !isStarting)) {
      told = pulse.ok;
      options.onChange(pulse, failure?.error);
    }
    next = setTimeout(() => void beat(), options.everyMs);
  };
  void beat();

  return {
    state: () => pulse,
    stop() {
      stopped = true;
      clearTimeout(next);
    },
  };
}
