-- The number of the set of fields in which a field first was: only a new field changes what a stored lead looks like, so
-- leads of an older set are rewritten for that alone. Which change was the last one so far is not known: it counts as one.
alter table lead_fields add column since_version integer not null default 1;
update lead_fields f set since_version = s.lead_fields_version
from workspace_settings s where s.workspace_id = f.workspace_id;
