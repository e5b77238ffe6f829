-- Whether accepted deliveries get a signed receipt, and the sender can look up what became of them (spec/listeners §11).
alter table listeners add column receipts boolean not null default false;
