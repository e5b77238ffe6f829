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
    /** Creates a gauge. When several processes are combined, the maximum is reported. */
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, aggregator: 'max', registers }),
  };
}

export type { Backlog, DiskSpace, PoolLoad } from './state-metrics.ts';

export interface MeasuredRequest {
  readonly method: string;
  readonly surface: string;
  readonly status: number;
  /** The error code that the request was rejected with. */
  readonly refusal: string | null;
  /** Whether a listener created a run from the request. */
  readonly isAccepted: boolean;
}

const handingOver = ['dispatcher', 'sweeper', 'reconciler'] as const;
/** Which component dispatches runs to the engine. Runs dispatched by the reconciler had been lost. */
export type HandedOverBy = (typeof handingOver)[number];

const mailOutcomes = ['sent', 'deferred', 'refused'] as const;
type MailOutcome = (typeof mailOutcomes)[number];

/** Labels never contain a user or a workspace: there are too many, and their names are private. */
export type Metrics = ReturnType<typeof createMetrics>;

const shortSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const longSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Declares the metrics. `serve` and `work` declare the same ones, and each updates those that it uses. */
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
    'Time from the first byte of a request until its response was sent.',
    shortSeconds,
    'method',
    'surface',
    'status_class',
  );
  const accepted = counter(
    'hark_deliveries_accepted_total',
    'Accepted requests to listeners: those that created a run, and repeats of a request that had created one.',
  );
  const refused = counter(
    'hark_requests_refused_total',
    'Rejected requests by error code, except those over a rate limit.',
    'surface',
    'reason',
  );
  const limited = counter(
    'hark_requests_limited_total',
    'Requests rejected with 429 because a rate limit was exceeded.',
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
    'Time from accepting a run until a worker started it. The count is the number of started runs.',
    longSeconds,
  );
  const duration = histogram(
    'hark_run_duration_seconds',
    'Time from accepting a run until it finished, including waits. The count is the number of finished runs.',
    longSeconds,
    'status',
  );
  const steps = histogram(
    'hark_step_duration_seconds',
    'Duration of a step, including retries.',
    longSeconds,
    'type',
    'status',
  );
  const calls = histogram(
    'hark_outside_call_duration_seconds',
    'Duration of a single outbound call attempt, by step type (or `webhook`) and outcome.',
    shortSeconds,
    'type',
    'outcome',
  );
  const interrupted = counter(
    'hark_segments_interrupted_total',
    'Interruptions of runs by internal problems. The engine retries each run.',
  );
  // Starts at 0 like the counters below, because an alert watches its increase.
  for (const status of ['succeeded', 'failed']) duration.zero({ status });
  return {
    observeRunStart: (delaySeconds: number) => startDelay.observe(Math.max(0, delaySeconds)),
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
    'Runs handed to the engine, by component. The reconciler hands over runs that the engine had lost.',
    'by',
  );
  const engine = histogram(
    'hark_engine_request_duration_seconds',
    'Response time of the engine, by operation and outcome.',
    shortSeconds,
    'operation',
    'outcome',
  );
  const mails = counter(
    'hark_mails_total',
    'Emails handed to the mail server, by outcome: sent, rejected temporarily or rejected permanently.',
    'outcome',
  );
  const lastSuccess = gauge(
    'hark_upkeep_last_success_timestamp_seconds',
    'Time of the last successful round of an upkeep job in this process.',
    'task',
  );
  const interval = gauge(
    'hark_upkeep_interval_seconds',
    'Pause between two rounds of an upkeep job.',
    'task',
  );
  const build = gauge('hark_build_info', 'The version of Hark. The value is always 1.', 'version');
  const failures = counter('hark_upkeep_failures_total', 'Failed rounds of an upkeep job.', 'task');
  // Start these counters at 0. A counter that first appears with the value 1 shows no increase, so the first
  // loss or rejected email wouldn't raise an alert.
  for (const by of handingOver) handedOver.inc({ by }, 0);
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0);
  return {
    setVersion: (version: string) => build.set({ version }, 1),
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
