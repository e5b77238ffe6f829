/** `fabric` is for traffic between a cluster's nodes. */
export const portNames = ['ingress', 'admin', 'fabric'] as const;
export type EnginePorts = Readonly<Record<(typeof portNames)[number], number>>;

/**
 * Configures one node that listens on loopback only, because its ports have no authentication. restate-server
 * ignores unknown keys, so a test compares every key with the output of `--dump-config`.
 */
export const restateConfig = (ports: EnginePorts): string => `# Written by Hark at every start of the engine.
cluster-name = "hark"
# The default is the host name. A node that restarts under another name doesn't find its data.
node-name = "hark"
auto-provision = true
default-replication = 1
default-num-partitions = 8

listen-mode = "tcp"
bind-ip = "127.0.0.1"
bind-port = ${ports.fabric}
advertised-host = "127.0.0.1"

disable-telemetry = true
shutdown-timeout = "8s"
log-format = "json"
log-disable-ansi-codes = true
# octocrab checks for newer releases at every start, and logs an error without internet access.
# The invoker logs a warning for every failed attempt: thousands while the database is down. The worker logs the reason once.
log-filter = "warn,octocrab=off,restate_invoker_impl=error"

# PostgreSQL is the source of truth: finished jobs here only take up disk space.
default-journal-retention = "5m"
default-idempotency-retention = "10m"
default-workflow-completion-retention = "10m"

rocksdb-total-memory-size = "256.0 MiB"

[ingress]
bind-port = ${ports.ingress}

[admin]
bind-port = ${ports.admin}
disable-web-ui = true

[admin.query-engine]
memory-size = "64.0 MiB"

[worker]
cleanup-interval = "5m"
data-service-memory-limit = "64.0 MiB"

[worker.invoker]
memory-limit = "256.0 MiB"
# The number of streams that a worker accepts on one connection. It rejects further ones, which are retried only seconds later.
http2-streams-per-connection-limit = 16
# Per partition. Without a limit, all jobs that waited for a worker would start at once and slow each other down. A job keeps its slot
# during an outbound call, so the limit leaves room for several workspaces that use all their runs in flight.
concurrent-invocations-limit = 500

[bifrost]
record-cache-memory-size = "32.0 MiB"
`;
