-- Whether the users of a role must sign in with a second factor (spec/sign-in §2).
alter table roles add column requires_second_factor boolean not null default false;
