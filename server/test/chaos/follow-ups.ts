/** A run that a change of a lead started. */
export interface FollowUp {
  readonly id: string;
  readonly effect: string;
  readonly trigger: string;
  readonly status: string;
  readonly error: string | null;
}

/** An event that the external server received. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly effect: string;
}

/** What followed from the changes of leads, in the order in which it was stored or received. */
export interface FollowUps {
  readonly runs: readonly FollowUp[];
  readonly events: readonly ReceivedEvent[];
}

const expectedTypes = ['lead.created', 'lead.updated'];

/** Reports changes of followed leads that started no run or that the webhook never received. */
export function missingFollowUps(effects: readonly string[], { runs, events }: FollowUps): string[] {
  const started = Map.groupBy(runs, ({ effect }) => effect);
  const received = Map.groupBy(events, ({ effect }) => effect);
  return effects.flatMap((effect) =>
    expectedTypes.flatMap((type) => [
      ...(started.get(effect)?.some(({ trigger }) => trigger === type)
        ? []
        : [`${effect}: ${type} started no run`]),
      ...(received.get(effect)?.some((event) => event.type === type)
        ? []
        : [`${effect}: ${type} was not delivered to the webhook`]),
    ]),
  );
}

/**
 * Reports changes that started several runs, runs in the wrong order, and events that were delivered under several IDs.
 * A webhook may receive the same ID twice.
 */
export function doubledFollowUps({ runs, events }: FollowUps): string[] {
  const started = Map.groupBy(runs, ({ effect }) => effect);
  const received = Map.groupBy(events, ({ effect, type }) => `${effect}: ${type}`);
  return [
    ...[...started].flatMap(([effect, made]) => {
      const types = made.map(({ trigger }) => trigger);
      const isRight = types.every((type, index) => type === expectedTypes[index]);
      return isRight ? [] : [`${effect}: its changes started runs in this order: ${types.join(', ')}`];
    }),
    ...[...received].flatMap(([change, copies]) => {
      const ids = new Set(copies.map(({ id }) => id));
      return ids.size > 1 ? [`${change} was delivered with ${ids.size} IDs`] : [];
    }),
  ];
}
