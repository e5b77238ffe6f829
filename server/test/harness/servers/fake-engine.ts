import type { JobState, RunEngine, RunJob } from '../../../src/core/runs/index.ts';
import { unavailable } from '../../../src/lib/errors.ts';

const firstRetryMs = 100;
const maxRetryMs = 10_000;

interface Entry {
  readonly job: RunJob;
  state: 'waiting' | 'running' | 'retrying' | 'ended';
  retryMs: number;
  timer: NodeJS.Timeout | undefined;
}

/** An in-memory engine that can fail like the real one. Both pass the same test suite. */
export interface FakeEngine extends RunEngine {
  /** Takes the engine down: it neither responds nor executes anything until it is brought back. */
  goAway(): void;
  comeBack(): void;
}

interface FakeEngineOptions {
  readonly executeRun: (job: RunJob) => Promise<void>;
}

export function createFakeEngine({ executeRun }: FakeEngineOptions): FakeEngine {
  const entries = new Map<string, Entry>();
  let delayed: Entry[] = [];
  let isAway = false;

  const requireHere = () => {
    if (isAway) throw unavailable('engine_away', 'The engine does not answer.');
  };
  const later = (entry: Entry, ms: number) => {
    entry.timer = setTimeout(() => {
      if (isAway) delayed.push(entry);
      else void run(entry);
    }, ms);
  };
  const run = async (entry: Entry) => {
    if (entries.get(keyOf(entry.job)) !== entry || entry.state === 'ended') return;
    entry.state = 'running';
    const isDone = await executeRun(entry.job).then(
      () => true,
      () => false,
    );
    if (wasCanceled(entry)) return;
    if (isDone) entry.state = 'ended';
    else {
      entry.state = 'retrying';
      later(entry, entry.retryMs);
      entry.retryMs = Math.min(entry.retryMs * 2, maxRetryMs);
    }
  };
  const accept = async (job: RunJob) => {
    requireHere();
    if (entries.has(keyOf(job))) return;
    const entry: Entry = { job, state: 'waiting', retryMs: firstRetryMs, timer: undefined };
    entries.set(keyOf(job), entry);
    later(entry, 0);
  };

  return {
    ping: async () => requireHere(),
    start: async (...jobs) => {
      for (const job of jobs) await accept(job);
    },
    async cancel(job) {
      requireHere();
      const entry = entries.get(keyOf(job));
      clearTimeout(entry?.timer);
      // Like the real engine: forget jobs that had not started, and remember the others as ended.
      if (entry?.state === 'waiting') entries.delete(keyOf(job));
      else if (entry) entry.state = 'ended';
    },
    async find(job): Promise<JobState> {
      requireHere();
      const entry = entries.get(keyOf(job));
      if (!entry) return 'unknown';
      return entry.state === 'ended' ? 'ended' : 'pending';
    },
    goAway: () => {
      isAway = true;
    },
    comeBack() {
      isAway = false;
      const due = delayed;
      delayed = [];
      for (const entry of due) void run(entry);
    },
  };
}

const keyOf = ({ run, fence }: RunJob) => `${run}.${fence}`;

/** A separate function, because the state can change while the caller waits, which TypeScript doesn't see. */
const wasCanceled = ({ state }: Entry) => state === 'ended';
