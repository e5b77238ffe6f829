import { Gauge, type Registry } from 'prom-client';

export interface PoolLoad {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Runs of all workspaces that wait, counted up to a limit. */
export interface Backlog {
  readonly queued: number;
  readonly oldestQueuedSeconds: number;
  readonly overdue: number;
}

/** Gauges that are read at each scrape. */
export function stateMetrics(registry: Registry) {
  const pools = new Map<string, () => PoolLoad>();
  registerPools(registry, pools);
  const watch =
    <State>(gauges: readonly (readonly [name: string, help: string, read: (state: State) => number])[]) =>
    (state: () => State): void => {
      for (const [name, help, read] of gauges) {
        new Gauge({
          name,
          help,
          registers: [registry],
          aggregator: 'max',
          collect() {
            this.set(read(state()));
          },
        });
      }
    };
  return {
    watchPool: (role: string, load: () => PoolLoad): void => void pools.set(role, load),
    watchEngine: watch<{ ok: boolean; lastOkAt: Date | null }>([
      ['hark_engine_up', 'Whether a ping comes back through the engine: 1 or 0.', ({ ok }) => Number(ok)],
      [
        'hark_engine_last_answer_timestamp_seconds',
        'When a ping last came back; 0 for never.',
        ({ lastOkAt }) => (lastOkAt?.getTime() ?? 0) / 1000,
      ],
    ]),
    watchPartitions: watch<{ weeksReady: number; defaultBytes: number }>([
      [
        'hark_run_partition_weeks',
        'Weeks from this one on that have a partition for runs; less than 2 needs somebody.',
        ({ weeksReady }) => weeksReady,
      ],
      [
        'hark_run_default_partition_bytes',
        'Size of the partition for runs that fit into no week; more than 0 needs somebody.',
        ({ defaultBytes }) => defaultBytes,
      ],
    ]),
    watchBacklog: watch<Backlog>([
      [
        'hark_queued_runs',
        'Runs that were accepted and not begun, over all workspaces; counted up to 100,000.',
        ({ queued }) => queued,
      ],
      [
        'hark_oldest_queued_run_age_seconds',
        'How long the oldest of them has waited; 0 when none does.',
        ({ oldestQueuedSeconds }) => oldestQueuedSeconds,
      ],
      [
        'hark_overdue_runs',
        'Runs that should have moved more than 30 s ago and have not; counted up to 100,000.',
        ({ overdue }) => overdue,
      ],
    ]),
  };
}

function registerPools(registry: Registry, pools: ReadonlyMap<string, () => PoolLoad>): void {
  new Gauge({
    name: 'hark_database_pool_connections',
    help: 'Connections to the database that are open, by role and whether they are in use.',
    labelNames: ['role', 'state'],
    registers: [registry],
    collect() {
      for (const [role, load] of pools) {
        const { open, idle } = load();
        this.set({ role, state: 'idle' }, idle);
        this.set({ role, state: 'used' }, open - idle);
      }
    },
  });
  new Gauge({
    name: 'hark_database_pool_waiting',
    help: 'Who waits for a connection to the database, by role.',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const [role, load] of pools) this.set({ role }, load().waiting);
    },
  });
}
