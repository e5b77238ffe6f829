import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { ReceivedEvent } from './follow-ups.ts';
import type { OutsideCall } from './ledger.ts';
import { webhookSecret } from './workspace-file.ts';

/**
 * An external server that workflows call and that receives events. It records every call with its key, and every event
 * whose signature is right. `?later=40` makes it reject the first call with a 503 and `Retry-After: 40`.
 */
export interface Partner {
  /** The host and port for `HARK_EGRESS_ALLOW` and for workflows. */
  readonly host: string;
  readonly url: string;
  readonly calls: readonly OutsideCall[];
  readonly eventsUrl: string;
  readonly events: readonly ReceivedEvent[];
  close(): void;
}

const eventsPath = '/events';

const webhook = new Webhook(webhookSecret);

/** Verifies a request with the reference implementation of Standard Webhooks. Throws if its signature is wrong. */
function verifyEvent(body: string, headers: NodeJS.Dict<string | string[]>): ReceivedEvent {
  const { id, type, data } = webhook.verify(body, headers as Record<string, string>) as {
    id: string;
    type: string;
    data: { lead: { last_name: string } };
  };
  return { id, type, effect: data.lead.last_name };
}

export async function startPartner(): Promise<Partner> {
  const calls: OutsideCall[] = [];
  const events: ReceivedEvent[] = [];
  const putOff = new Set<string>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (text += part));
    request.on('end', () => {
      if (request.url === eventsPath) {
        try {
          events.push(verifyEvent(text, request.headers));
        } catch {
          response.writeHead(401);
        }
        response.end();
        return;
      }
      const { effect } = JSON.parse(text) as { effect: string };
      calls.push({ effect, key: String(request.headers['idempotency-key']) });
      const later = new URL(request.url ?? '', 'http://partner').searchParams.get('later');
      if (later !== null && !putOff.has(effect)) {
        putOff.add(effect);
        response.writeHead(503, { 'retry-after': later });
      }
      response.end('{}');
    });
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/told`,
    calls,
    eventsUrl: `http://${host}${eventsPath}`,
    events,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
