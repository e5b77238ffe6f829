import type { JobState, RunEngine, RunJob } from '../../../src/core/runs/index.ts';
import { unavailable } from '../../../src/lib/errors.ts';
import { realTime, type Time } from '../manual-time.ts';

const firstRetryMs = 100;
const longestRetryMs = 10_000;

interface Entry {
  readonly job: RunJob;
  state: 'waiting' | 'running' | 'retrying' | 'ended';
  retryMs: number;
  stopTimer: () => void;
}

/** An engine in memory, with the ways in which a real one fails. Both pass the same suite. */
export interface FakeEngine extends RunEngine {
  /** What it has still to do, in the order in which it was given. */
  pending(): readonly RunJob[];
  /** Nobody answers, and nothing is executed, until it is back. */
  goAway(): void;
  comeBack(): void;
  /** Forgets every job, as an engine does whose disk was lost. What a worker has begun goes on. */
  loseEverything(): void;
  /** Has every job executed so much later than it was asked for. */
  lag(ms: number): void;
}

interface FakeEngineOptions {
  readonly executeRun: (job: RunJob) => Promise<void>;
  readonly time?: Time;
}

export function createFakeEngine({ executeRun, time = realTime }: FakeEngineOptions): FakeEngine {
  let entries = new Map<string, Entry>();
  let heldBack: Entry[] = [];
  let isAway = false;
  let lagMs = 0;

  const requireHere = () => {
    if (isAway) throw unavailable('engine_away', 'The engine does not answer.');
  };
  const later = (entry: Entry, ms: number) => {
    entry.stopTimer = time.after(ms, () => {
      if (isAway) heldBack.push(entry);
      else void run(entry);
    });
  };
  const run = async (entry: Entry) => {
    if (entries.get(keyOf(entry.job)) !== entry || entry.state === 'ended') return;
    entry.state = 'running';
    const isDone = await executeRun(entry.job).then(
      () => true,
      () => false,
    );
    if (wasTakenBack(entry)) return;
    if (isDone) entry.state = 'ended';
    else {
      entry.state = 'retrying';
      later(entry, entry.retryMs);
      entry.retryMs = Math.min(entry.retryMs * 2, longestRetryMs);
    }
  };
  const give = async (job: RunJob) => {
    requireHere();
    if (entries.has(keyOf(job))) return;
    const entry: Entry = { job, state: 'waiting', retryMs: firstRetryMs, stopTimer: () => {} };
    entries.set(keyOf(job), entry);
    later(entry, lagMs);
  };

  return {
    ping: async () => requireHere(),
    start: async (...jobs) => {
      for (const job of jobs) await give(job);
    },
    async cancel(job) {
      requireHere();
      const entry = entries.get(keyOf(job));
      entry?.stopTimer();
      // As the real one does: what had not begun is forgotten, the rest is remembered as ended.
      if (entry?.state === 'waiting') entries.delete(keyOf(job));
      else if (entry) entry.state = 'ended';
    },
    async find(job): Promise<JobState> {
      requireHere();
      const entry = entries.get(keyOf(job));
      if (!entry) return 'unknown';
      return entry.state === 'ended' ? 'ended' : 'pending';
    },
    pending: () => [...entries.values()].filter(({ state }) => state !== 'ended').map(({ job }) => job),
    goAway: () => {
      isAway = true;
    },
    comeBack() {
      isAway = false;
      const due = heldBack;
      heldBack = [];
      for (const entry of due) void run(entry);
    },
    loseEverything() {
      for (const entry of entries.values()) entry.stopTimer();
      entries = new Map();
    },
    lag: (ms) => {
      lagMs = ms;
    },
  };
}

const keyOf = ({ run, fence }: RunJob) => `${run}.${fence}`;

/** A function of its own, because the state changes behind the back of the one who waited. */
const wasTakenBack = ({ state }: Entry) => state === 'ended';
