import { Webhook } from 'standardwebhooks';
import type { ReceivedEvent } from '../../chaos/follow-ups.ts';
import { webhookSecret } from '../../chaos/workspace-file.ts';

const webhook = new Webhook(webhookSecret);

/** Verifies a request with the reference implementation of Standard Webhooks. Throws if its signature is wrong. */
export function verifyEvent(body: string, headers: NodeJS.Dict<string | string[]>): ReceivedEvent {
  const envelope = webhook.verify(body, headers as Record<string, string>) as {
    id: string;
    type: string;
    data: { lead: { last_name: string } };
  };
  return { id: envelope.id, type: envelope.type, effect: envelope.data.lead.last_name };
}

const types = ['lead.created', 'lead.updated'];

/** Reports the changes that a receiver never confirmed. Each lead was created and then updated. */
export function unconfirmed(effects: readonly string[], events: readonly ReceivedEvent[]): string[] {
  const confirmed = new Set(events.map(({ effect, type }) => `${effect}: ${type}`));
  return effects
    .flatMap((effect) => types.map((type) => `${effect}: ${type}`))
    .filter((change) => !confirmed.has(change));
}
