-- Every `serve` looks for workspaces that move. There are few.
create index concurrently workspaces_moving on workspaces (id) where move_state is not null;
