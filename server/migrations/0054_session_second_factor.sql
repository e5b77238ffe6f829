-- Whether the user signed in with a second factor, and when they last proved who they are. Null means at sign-in.
alter table sessions add column has_second_factor boolean not null default false;
alter table sessions add column confirmed_at timestamptz;
