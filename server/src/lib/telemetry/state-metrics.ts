import { Gauge, type Registry } from 'prom-client';

export interface PoolLoad {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The number of waiting runs in all workspaces, counted up to a limit. */
export interface Backlog {
  readonly queued: number;
  readonly oldestQueuedSeconds: number;
  readonly overdue: number;
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
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
      ['hark_engine_up', 'Whether the engine responds to pings: 1 or 0.', ({ ok }) => Number(ok)],
      [
        'hark_engine_last_answer_timestamp_seconds',
        'Time of the last successful engine ping; 0 for never.',
        ({ lastOkAt }) => (lastOkAt?.getTime() ?? 0) / 1000,
      ],
    ]),
    watchDelivery: watch<{ isPossible: boolean }>([
      [
        'hark_runs_deliverable',
        'Whether the engine sends new runs to a worker that responds: 1 or 0. Reported by `work`.',
        ({ isPossible }) => Number(isPossible),
      ],
    ]),
    watchPartitions: watch<{ weeksReady: number; defaultBytes: number }>([
      [
        'hark_run_partition_weeks',
        'Number of weeks, starting with the current one, that have a run partition. Fewer than 2 needs attention.',
        ({ weeksReady }) => weeksReady,
      ],
      [
        'hark_run_default_partition_bytes',
        'Size of the default partition, for runs outside all weekly partitions. More than 0 needs attention.',
        ({ defaultBytes }) => defaultBytes,
      ],
    ]),
    watchSchema: watch<{ pendingMigrations: number }>([
      [
        'hark_pending_migrations',
        'Migrations of this version that the database lacks. With more than 0, `serve` rejects all requests.',
        ({ pendingMigrations }) => pendingMigrations,
      ],
    ]),
    watchClock: watch<{ differenceMs: number }>([
      [
        'hark_clock_difference_seconds',
        "How far the database server's clock is ahead of this machine's. More than 2 or less than -2 needs attention.",
        ({ differenceMs }) => differenceMs / 1000,
      ],
    ]),
    watchDataDisk: watch<DiskSpace>([
      [
        'hark_data_disk_free_bytes',
        'Free space on the disk of HARK_DATA_DIR. Reported only if the directory exists.',
        ({ freeBytes }) => freeBytes,
      ],
      ['hark_data_disk_size_bytes', 'Size of the disk of HARK_DATA_DIR.', ({ sizeBytes }) => sizeBytes],
    ]),
    watchBacklog: watch<Backlog>([
      [
        'hark_queued_runs',
        'Accepted runs that have not started, in all workspaces. Counted up to 100,000.',
        ({ queued }) => queued,
      ],
      [
        'hark_oldest_queued_run_age_seconds',
        'How long the oldest accepted run has been waiting to start; 0 if none is waiting.',
        ({ oldestQueuedSeconds }) => oldestQueuedSeconds,
      ],
      [
        'hark_overdue_runs',
        'Runs that are overdue by more than 30 s. Counted up to 100,000.',
        ({ overdue }) => overdue,
      ],
    ]),
  };
}

function registerPools(registry: Registry, pools: ReadonlyMap<string, () => PoolLoad>): void {
  new Gauge({
    name: 'hark_database_pool_connections',
    help: 'Open database connections, by role and state.',
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
    help: 'Requests waiting for a database connection, by role.',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const [role, load] of pools) this.set({ role }, load().waiting);
    },
  });
}
