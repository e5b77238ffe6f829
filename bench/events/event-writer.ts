import { setTimeout as sleep } from 'node:timers/promises';
import { createLead } from '../../server/src/core/leads/index.ts';
import { createWebhook } from '../../server/src/core/webhooks/index.ts';
import { openDatabase } from '../../server/src/db/database.ts';
import type { DatabaseAddresses } from '../../server/src/db/tenancy/addresses.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { buildWorkspace, changing, changingLeads } from '../../server/test/harness/builders.ts';
import {
  type Administrator,
  asAdministrator,
  silent,
  testKey,
} from '../../server/test/harness/scratch-database.ts';

const batchesPerSecond = 20;

/**
 * Creates a lead in a workspace of its own, with a webhook that compares each event with its filters. @returns the ID of
 * the event
 */
export async function makeEvent(addresses: DatabaseAddresses): Promise<string> {
  const db = openDatabase(addresses, { applicationName: 'bench', poolSize: 2, logger: silent });
  const context = { db, clock: systemClock, key: { number: 1, secret: testKey } };
  try {
    const { id } = await buildWorkspace(context);
    await changing(context, id, (change) =>
      createWebhook(change, {
        name: 'Elsewhere',
        url: 'https://receiver.test/',
        types: ['lead.created'],
        filters: [{ alias: 'city', operator: 'eq', value: 'Chur' }],
      }),
    );
    const lead = { first_name: 'Ann', last_name: 'Smith', email: 'ann.smith@example.test', city: 'Bern' };
    await changingLeads(context, id, (change) => createLead(change, lead));
  } finally {
    await db.close();
  }
  return asAdministrator(async (client) => {
    const { rows } = await client.query<{ id: string }>('select max(id) as id from events');
    return rows[0]?.id ?? '';
  }, addresses.owner);
}

/** Writes copies of an event at a steady rate. */
export function startWriting(addresses: DatabaseAddresses, event: string, perSecond: number) {
  const ending = new AbortController();
  let written = 0;
  const writing = asAdministrator(async (client) => {
    const startedAt = performance.now();
    while (!ending.signal.aborted) {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - written;
      if (due > 0) await copyEvent(client, event, due);
      written += Math.max(0, due);
      await sleep(1000 / batchesPerSecond, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    return (performance.now() - startedAt) / 1000;
  }, addresses.owner);
  return {
    /** @returns how many events per second were written */
    async stop(): Promise<number> {
      ending.abort();
      return written / (await writing);
    },
  };
}

const copyEvent = (client: Administrator, event: string, copies: number): Promise<unknown> =>
  client.query(
    `insert into events (workspace_id, uid, type, at, starts_triggers, lead_id, lead, field_set, data)
     select workspace_id, gen_random_uuid(), type, now(), starts_triggers, lead_id, lead, field_set, data
     from events, generate_series(1, $2::int) where id = $1`,
    [event, copies],
  );
