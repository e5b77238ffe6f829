import type { RunJob, StepRow } from '../../core/runs/index.ts';
import { typesWhere } from '../../core/workflows/index.ts';
import { millisecondsOf } from '../../lib/crypto/uuid7.ts';
import type { Logger } from '../../lib/log.ts';
import type { Metrics } from '../../lib/telemetry/metrics.ts';
import type { OpenSpan, Tracing } from '../../lib/telemetry/tracing.ts';
import type { CallOutcome, OutsideCall } from './calls/outside-call.ts';
import type { RunContext } from './run-context.ts';

interface CallWatch {
  /** Sent to the called server as the parent span. */
  readonly traceparent: string | undefined;
  done(outcome: CallOutcome): void;
}

/** Observes a segment. Its methods are called only for committed changes. */
export interface SegmentWatch {
  stored(rows: readonly StepRow[]): void;
  calling(path: string, call: OutsideCall): CallWatch;
  ended(status: 'succeeded' | 'failed'): void;
  /** Called after a service problem; the run will be retried. */
  interrupted(): void;
  over(): void;
}

/** Starts observing a run. `startedAt` is set if the run is reported after it has ended. */
export type RunWatch = (job: RunJob, runContext: RunContext, startedAt?: Date) => SegmentWatch;

interface Watchers {
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly logger: Logger;
}

/**
 * Creates metrics, traces and logs for runs. They contain IDs, types, step names and durations, but never a
 * run's data.
 */
export const createRunWatch =
  ({ metrics, tracing, logger }: Watchers): RunWatch =>
  (job, runContext, startedAt) => {
    const { run } = runContext;
    const ids = { run_id: run.id, workspace_id: job.workspace };
    const acceptedMs = millisecondsOf(run.id);
    if (run.status === 'queued') metrics.observeRunStart((Date.now() - acceptedMs) / 1000);
    const span = tracing?.start({
      name: 'run',
      kind: 'consumer',
      parent: run.trace ?? undefined,
      startedAt,
      attributes: { 'hark.run_id': run.id, 'hark.workflow_id': run.workflow.id, 'hark.fence': job.fence },
    });
    let status: string = 'waiting';
    return {
      stored(rows) {
        for (const row of rows) if (row.endedAt) tellStep(row, row.endedAt, metrics, tracing, span);
      },
      calling: (path, call) => watchCall({ metrics, tracing }, span, runContext, path, call),
      ended(as) {
        status = as;
        const seconds = (Date.now() - acceptedMs) / 1000;
        metrics.observeRunEnded(as, seconds);
        logger.info({ ...ids, status: as, duration_ms: Math.round(seconds * 1000) }, 'run ended');
      },
      interrupted() {
        status = 'interrupted';
        metrics.countInterrupted();
      },
      over: () =>
        span?.end({
          isFailed: status !== 'succeeded' && status !== 'waiting',
          attributes: { 'hark.status': status },
        }),
    };
  };

/** Each attempt of these steps already has its own span, so the step itself gets none. */
const callsOutside = typesWhere(({ reaches }) => reaches === 'outside');

function tellStep(
  { path, type, status, startedAt }: StepRow,
  endedAt: Date,
  metrics: Metrics,
  tracing: Tracing | undefined,
  span: OpenSpan | undefined,
): void {
  metrics.observeStep(type, status, Math.max(0, endedAt.getTime() - startedAt.getTime()) / 1000);
  if (!tracing || callsOutside.includes(type)) return;
  tracing
    .start({
      name: `step ${type}`,
      kind: 'internal',
      parent: span?.traceparent,
      startedAt,
      attributes: { 'hark.step': path },
    })
    .end({ endedAt, isFailed: status === 'failed' });
}

function watchCall(
  { metrics, tracing }: Pick<Watchers, 'metrics' | 'tracing'>,
  span: OpenSpan | undefined,
  { mask }: RunContext,
  path: string,
  call: OutsideCall,
): CallWatch {
  const step = tracing?.start({
    name: `step ${call.type}`,
    kind: 'internal',
    parent: span?.traceparent,
    attributes: { 'hark.step': path },
  });
  const sent = tracing?.start({
    name: call.span.name,
    kind: 'client',
    parent: step?.traceparent,
    attributes: call.span.host === undefined ? {} : { 'server.address': mask(call.span.host) },
  });
  return {
    traceparent: sent?.traceparent,
    done({ kind, status, ms }) {
      metrics.observeCall(call.type, kind, ms / 1000);
      const isFailed = kind === 'failed';
      sent?.end({
        isFailed,
        attributes: status === undefined ? {} : { 'http.response.status_code': status },
      });
      step?.end({ isFailed });
    },
  };
}
