import { setTimeout as sleep } from 'node:timers/promises';
import { startBulk } from '../../../src/core/lead-files/index.ts';
import { findWorkspaceByHost } from '../../../src/core/workspaces/index.ts';
import { openDatabase } from '../../../src/db/database.ts';
import { databaseAddresses } from '../../../src/db/tenancy/addresses.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Secret } from '../../../src/lib/crypto/secret.ts';
import { createSender } from '../../chaos/attempt.ts';
import type { Stage } from '../../chaos/stage.ts';
import { followedCity } from '../../chaos/workspace-file.ts';
import { eventually } from '../../harness/eventually.ts';
import { buildPrincipal, startFile } from '../../harness/job-stage.ts';
import { asAdministrator, silent, testKey } from '../../harness/scratch-database.ts';

const retryAfterMs = 500;
const timeoutMs = 10_000;
const callersAtOnce = 8;
const jobWithinMs = 900_000;
const lookEveryMs = 500;

/** Names of leads, which identify them in the ledger. */
export const namesOf = (means: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${means}${index}`);

/** Calls `work` for each name, a few at a time. */
async function forEach(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = names.values();
  await Promise.all(
    Array.from({ length: callersAtOnce }, async () => {
      for (const name of waiting) await work(name);
    }),
  );
}

/** Creates and edits leads through the REST API. A request without a 2xx response is repeated under the same key. */
export async function changeByApi(serveUrl: string, token: string, names: readonly string[]): Promise<void> {
  const insist = async (method: string, path: string, key: string, body: object): Promise<unknown> => {
    for (;;) {
      const answer = await fetch(`${serveUrl}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer && answer.status < 300) return JSON.parse(answer.text);
      if (answer && answer.status < 500 && answer.status !== 409)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      await sleep(retryAfterMs);
    }
  };
  await forEach(names, async (name) => {
    const lead = { last_name: name, city: followedCity };
    const made = (await insist('POST', '/leads/new', `${name}-new`, lead)) as { lead: { id: number } };
    await insist('PATCH', `/leads/${made.lead.id}`, `${name}-edit`, { score: 1 });
  });
}

/** Sends requests to the listener, whose workflow creates and updates a lead each. */
export async function changeByWorkflow(listenerUrl: string, names: readonly string[]): Promise<void> {
  const sender = createSender(listenerUrl);
  const body = { nap: false, city: followedCity };
  await forEach(names, async (name) => {
    while (!('run' in (await sender.attempt({ ...body, effect: name }, name)))) await sleep(retryAfterMs);
  });
  sender.close();
}

/** Imports leads and changes all of them at once, as an administrator does in the console. `work` carries it out. */
export async function openFiles({ parts: { database, serveUrl } }: Stage) {
  const db = openDatabase(databaseAddresses(database, testKey), {
    applicationName: 'hark-drill',
    poolSize: 2,
    logger: silent,
  });
  const context = { db, clock: systemClock, key: { number: 1, secret: testKey } };
  const workspace = await findWorkspaceByHost(context, new URL(serveUrl).host);
  if (!workspace) throw new Error('The workspace is missing.');
  const admin = await buildPrincipal({ context }, workspace, { isAdmin: true });
  const address = '127.0.0.1';
  return {
    async importLeads(names: readonly string[], startTriggers: boolean): Promise<void> {
      const lines = names.map((name) => `${name},${followedCity}`);
      const file = `last_name,city\n${lines.join('\n')}\n`;
      const id = await startFile({ context }, admin, file, { start_triggers: startTriggers }, 100_000);
      await untilSucceeded(database, id);
    },
    /** Edits all leads whose names begin with these letters. */
    async editAll(beginning: string): Promise<void> {
      const filters = [{ alias: 'last_name', operator: 'begins_with', value: beginning }] as const;
      // PostgreSQL may be down at the moment. A second job for the same leads changes nothing.
      const { id } = await eventually(
        () =>
          startBulk(context, admin, address, {
            kind: 'edit',
            filters,
            match: 'all',
            except: [],
            values: { score: 1 },
            startsTriggers: true,
          }),
        60_000,
      );
      await untilSucceeded(database, id);
    },
    close: () => db.close(),
  };
}

async function untilSucceeded(database: Secret, id: number): Promise<void> {
  const isDone = async () => {
    await sleep(lookEveryMs);
    return asAdministrator(async (client) => {
      const { rows } = await client.query<{ status: string }>('select status from jobs where id = $1', [id]);
      return rows[0]?.status === 'succeeded';
    }, database);
  };
  await eventually(isDone, jobWithinMs);
}
