-- A separate host for the workspace's listeners; null: they are served at `host`, next to the console. That no host is used
-- twice, over both columns, is checked by every transaction that writes one (core/workspaces/listener-host.ts).
alter table workspaces add column listener_host text collate "C";
