import type { ReceivedEvent } from '../../chaos/follow-ups.ts';

const types = ['lead.created', 'lead.updated'];

/** Reports the changes that a receiver never confirmed. Each lead was created and then updated. */
export function unconfirmed(effects: readonly string[], events: readonly ReceivedEvent[]): string[] {
  const confirmed = new Set(events.map(({ effect, type }) => `${effect}: ${type}`));
  return effects
    .flatMap((effect) => types.map((type) => `${effect}: ${type}`))
    .filter((change) => !confirmed.has(change));
}
