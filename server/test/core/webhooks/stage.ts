import type { IncomingHttpHeaders } from 'node:http';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import type { Context } from '../../../src/core/context/index.ts';
import { relayEvents } from '../../../src/core/event-feed/index.ts';
import { createLead, editLead, type LeadChange } from '../../../src/core/leads/index.ts';
import {
  createWebhook,
  Deliverer,
  listDeliveries,
  queueDeliveries,
  readWebhook,
  showDelivery,
} from '../../../src/core/webhooks/index.ts';
import { createEgress, type Egress } from '../../../src/lib/egress/egress.ts';
import type { LeadId, WebhookId } from '../../../src/lib/ids.ts';
import { buildWorkspace, changing, changingLeads } from '../../harness/builders.ts';
import { silent } from '../../harness/scratch-database.ts';
import { startOutside } from '../../harness/servers/outside-server.ts';
import type { TestDatabase } from '../../harness/test-database.ts';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the parts that it needs.
  readonly json: any;
}

/** How the receiver responds. `hang` never responds. */
export type Response =
  | 'hang'
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text?: string };

/** Starts a receiver. `respond` gets the number of the request, starting at 1. */
export async function startReceiver(respond: (count: number) => Response = () => ({})) {
  const received: Received[] = [];
  const server = await startOutside(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers, body, json: JSON.parse(body) });
    const answer = respond(received.length);
    if (answer === 'hang') return;
    const { status = 200, headers = {}, text = 'ok' } = answer;
    response.writeHead(status, headers).end(text);
  });
  return { ...server, received };
}

/** Verifies a request with the reference implementation of Standard Webhooks, for any secret. */
export const verify = ({ headers, body }: Received, secret: string): unknown =>
  new StandardWebhook(secret).verify(body, headers as Record<string, string>);

/** A workspace with a clock that tests move, and workers that send its deliveries. */
export async function buildStage(database: TestDatabase, allow: readonly string[], start = new Date()) {
  let movedMs = 0;
  const clock = { now: () => new Date(start.getTime() + movedMs) };
  const context: Context = { ...database.context, clock };
  const workspace = await buildWorkspace(context);
  const { upkeep } = database;
  onTestFinished(async () => {
    // Workers send the deliveries of all workspaces, so later tests would send these too.
    await database.asAdministrator((client) =>
      client.query('delete from webhooks where workspace_id = $1', [workspace.id]),
    );
  });
  const outcomes: string[] = [];
  const worker = (egress: Egress = createEgress({ allow: new Set(allow), ports: new Set([80, 443]) })) =>
    new Deliverer({
      upkeep,
      context,
      egress,
      logger: silent,
      observe: (outcome) => outcomes.push(outcome),
    });
  const own = worker();
  const principal = { workspace } as Parameters<typeof readWebhook>[1];
  const change = <T>(work: (inside: LeadChange) => Promise<T>, more: Partial<LeadChange> = {}) =>
    changingLeads(context, workspace.id, (inside) => work({ ...inside, ...more }));
  const relay = () => relayEvents(upkeep, { ...context, logger: silent }, [queueDeliveries]);
  return {
    context,
    upkeep,
    workspace,
    outcomes,
    worker,
    change,
    relay,
    /** Moves the clock ahead. */
    move: (ms: number) => {
      movedMs += ms;
    },
    add: (values: Partial<Parameters<typeof createWebhook>[1]> = {}) =>
      changing(context, workspace.id, (inside) =>
        createWebhook(inside, { name: 'Hook', types: ['lead.created'], ...values }),
      ),
    lead: async (record: object = { city: 'Bern' }): Promise<LeadId> =>
      (await change((inside) => createLead(inside, record))).id,
    edit: (id: LeadId, record: object) => change((inside) => editLead(inside, id, record)),
    /** Queues deliveries of new events, makes all attempts that are due, and waits for them. */
    deliver: async () => {
      await relay();
      while ((await own.deliverDue()) > 0) await own.finish();
    },
    read: (id: WebhookId) => readWebhook(context, principal, id),
    deliveries: async (id: WebhookId) => {
      const page = await listDeliveries(context, principal, id, undefined, { limit: 100, start: 0 });
      return page.deliveries.map(showDelivery);
    },
  };
}
