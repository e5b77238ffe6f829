/** `fabric` is for traffic between a cluster's nodes. */
export const portNames = ['ingress', 'admin', 'fabric'] as const;
export type EnginePorts = Readonly<Record<(typeof portNames)[number], number>>;

/**
 * One node on loopback only, because its ports have no authentication. restate-server ignores unknown keys,
 * so a test compares every key with the output of `--dump-config`.
 */
export const restateConfig = (ports: EnginePorts): string => `# Written by Hark at every start of the engine.
cluster-name = "hark"
# The default is the host's name, and a node that wakes up under another name does not find its data.
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
# octocrab asks for newer releases at every start and reports an error where there is no way to the internet.
# Its invoker warns of every attempt that failed, thousands while the database is away; the worker's log says why, once.
log-filter = "warn,octocrab=off,restate_invoker_impl=error"

# PostgreSQL holds the truth: what is finished here is only disk.
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
# As many as a worker takes on one connection: it refuses more, and what it refuses is tried again seconds later.
http2-streams-per-connection-limit = 16
# Of each partition. What waits for a worker that was away would otherwise all be called at once, and hold up each other. A job that calls
# outside keeps its place for as long as that takes, so that there are places for several workspaces with all that each may have under way.
concurrent-invocations-limit = 500

[bifrost]
record-cache-memory-size = "32.0 MiB"
`;
