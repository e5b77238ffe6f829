import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { stateMetrics } from './state-metrics.ts';

export type Declare = ReturnType<typeof declareIn>;

export function declareIn(registry: Registry) {
  const registers = [registry];
  return {
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      ...labelNames: Label[]
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** Across processes the maximum counts. */
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, aggregator: 'max', registers }),
  };
}

export type { Backlog, PoolLoad } from './state-metrics.ts';

export interface MeasuredRequest {
  readonly method: string;
  readonly surface: string;
  readonly status: number;
  /** The error code it was rejected with. */
  readonly refusal: string | null;
  /** Whether a listener created a run from it. */
  readonly isAccepted: boolean;
}

const handingOver = ['dispatcher', 'sweeper', 'reconciler'] as const;
/** Which component hands runs to the engine. Those from the reconciler had been lost. */
export type HandedOverBy = (typeof handingOver)[number];

const mailOutcomes = ['sent', 'deferred', 'refused'] as const;
type MailOutcome = (typeof mailOutcomes)[number];

/** No label names a user or a workspace: there are too many, and they are private. */
export type Metrics = ReturnType<typeof createMetrics>;

const shortSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const longSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** `serve` and `work` declare the same metrics; each fills those that it uses. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const declare = declareIn(registry);
  return {
    registry,
    ...requestMetrics(declare),
    ...runMetrics(declare),
    ...partMetrics(declare),
    ...stateMetrics(registry),
  };
}

function requestMetrics({ histogram, counter }: Declare) {
  const duration = histogram(
    'http_server_request_duration_seconds',
    'Time from the first byte of a request until its answer was sent.',
    shortSeconds,
    'method',
    'surface',
    'status_class',
  );
  const accepted = counter(
    'hark_deliveries_accepted_total',
    'Requests to listeners that became a run, or were the repeat of one that had.',
  );
  const refused = counter(
    'hark_requests_refused_total',
    'Requests that were refused, by the code of the reason; without those over a limit.',
    'surface',
    'reason',
  );
  const limited = counter(
    'hark_requests_limited_total',
    'Requests that were refused with 429 because somebody sent too many.',
    'surface',
    'reason',
  );
  return {
    observeRequest({ method, surface, status, refusal, isAccepted }: MeasuredRequest, seconds: number): void {
      duration.observe({ method, surface, status_class: `${Math.floor(status / 100)}xx` }, seconds);
      if (isAccepted) accepted.inc();
      if (refusal !== null) (status === 429 ? limited : refused).inc({ surface, reason: refusal });
    },
  };
}

function runMetrics({ histogram, counter }: Declare) {
  const startDelay = histogram(
    'hark_run_start_delay_seconds',
    'Time from the acceptance of a run until a worker began with it; its count is the runs begun.',
    longSeconds,
  );
  const duration = histogram(
    'hark_run_duration_seconds',
    'Time from the acceptance of a run until it ended, waits included; its count is the runs ended.',
    longSeconds,
    'status',
  );
  const steps = histogram(
    'hark_step_duration_seconds',
    'Time from the begin of a step until it ended, with its retries.',
    longSeconds,
    'type',
    'status',
  );
  const calls = histogram(
    'hark_outside_call_duration_seconds',
    'Duration of one attempt to call outside, by type of step and what became of it.',
    shortSeconds,
    'type',
    'outcome',
  );
  const interrupted = counter(
    'hark_segments_interrupted_total',
    'Times that a run could not go on because of trouble of ours; the engine tries each again.',
  );
  return {
    observeRunBegun: (delaySeconds: number) => startDelay.observe(Math.max(0, delaySeconds)),
    observeRunEnded: (status: string, seconds: number) => duration.observe({ status }, Math.max(0, seconds)),
    observeStep: (type: string, status: string, seconds: number) => steps.observe({ type, status }, seconds),
    observeCall: (type: string, outcome: string, seconds: number) =>
      calls.observe({ type, outcome }, seconds),
    countInterrupted: () => interrupted.inc(),
  };
}

function partMetrics({ histogram, counter, gauge }: Declare) {
  const handedOver = counter(
    'hark_runs_handed_over_total',
    'Runs handed to the engine, by who did it. By the reconciler: they were lost and brought back.',
    'by',
  );
  const engine = histogram(
    'hark_engine_request_duration_seconds',
    'Time until the engine answered us, by what it was asked for and whether it answered.',
    shortSeconds,
    'operation',
    'outcome',
  );
  const mails = counter(
    'hark_mails_total',
    'Mails handed to the mail server: sent, refused for now, or refused for good.',
    'outcome',
  );
  const lastSuccess = gauge(
    'hark_upkeep_last_success_timestamp_seconds',
    'When a job of upkeep last ended well in this process.',
    'task',
  );
  const interval = gauge(
    'hark_upkeep_interval_seconds',
    'The pause between two rounds of a job of upkeep.',
    'task',
  );
  const failures = counter('hark_upkeep_failures_total', 'Rounds of a job of upkeep that failed.', 'task');
  // A counter first seen at 1 shows no increase, so the first loss or rejected mail would raise no alert.
  for (const by of handingOver) handedOver.inc({ by }, 0);
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0);
  return {
    countHandedOver: (by: HandedOverBy) => handedOver.inc({ by }),
    observeEngine: (operation: string, outcome: string, seconds: number) =>
      engine.observe({ operation, outcome }, seconds),
    countMail: (outcome: MailOutcome) => mails.inc({ outcome }),
    /** Wraps a job to record its last success and its failures. */
    watchJob(task: string, everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
      interval.set({ task }, everyMs / 1000);
      return async () => {
        try {
          await work();
          lastSuccess.set({ task }, Date.now() / 1000);
        } catch (error) {
          failures.inc({ task });
          throw error;
        }
      };
    },
  };
}
