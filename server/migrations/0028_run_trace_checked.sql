-- Reads every run once, while others write.
alter table runs validate constraint runs_trace_check;
