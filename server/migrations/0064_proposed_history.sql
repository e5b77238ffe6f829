-- Who proposed an approved change, and through what. The history keeps it, because it outlives proposals.
alter table lead_history add column proposal jsonb;
