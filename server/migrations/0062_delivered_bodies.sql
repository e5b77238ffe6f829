-- The SHA-256 of the first delivery's body. The receipt of a repeated delivery names it (spec/listeners §11.2).
alter table delivery_keys add column body_hash bytea;
