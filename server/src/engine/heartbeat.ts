import type { RunEngine } from '../core/runs/index.ts';
import type { Clock } from '../lib/clock.ts';

/** Whether the last ping went through, and when one last did. */
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
  /** Called when `ok` changes, and after the first ping; with the error when a ping failed. */
  readonly onChange: (pulse: Pulse, error?: unknown) => void;
}

/** Pings the engine again and again, one ping at a time, so that asking for its state costs and waits for nothing. */
export function startHeartbeat(engine: RunEngine, options: HeartbeatOptions): Heartbeat {
  let pulse: Pulse = { ok: false, lastOkAt: null };
  let beaten = false;
  let stopped = false;
  let next: NodeJS.Timeout | undefined;

  const beat = async () => {
    const failure = await engine.ping().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (stopped) return;
    const before = pulse;
    pulse = failure ? { ok: false, lastOkAt: before.lastOkAt } : { ok: true, lastOkAt: options.clock.now() };
    if (!beaten || pulse.ok !== before.ok) options.onChange(pulse, failure?.error);
    beaten = true;
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
