-- Finds the workspace of a listener's host.
create index concurrently workspaces_listener_host_idx on workspaces (coalesce(listener_host, host));
