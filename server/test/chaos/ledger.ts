import { doubledFollowUps, type FollowUps, missingFollowUps } from './follow-ups.ts';

/** The client's record of one delivery. A delivery must have one effect, however often it was sent. */
export interface Delivery {
  readonly effect: string;
  /** Run IDs from 2xx responses. Several responses are fine; several runs are not. */
  readonly runs: ReadonlySet<string>;
}

export interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly effect: string | null;
  /** Whether the run waits and then calls another server. */
  readonly naps: boolean;
  /** Whether changes of its lead start other runs and are sent to a webhook. */
  readonly isFollowed: boolean;
  readonly error: string | null;
}

/**
 * A lead that a step created. `created` leads come from lead.create; `kept` leads come from lead.upsert and
 * were edited once.
 */
export interface StoredLead {
  readonly effect: string;
  readonly step: 'created' | 'kept';
  readonly score: number | null;
  readonly history: readonly string[];
}

/** A call that an external server received. All calls of a run must have the same key. */
export interface OutsideCall {
  readonly effect: string;
  readonly key: string;
}

/**
 * The result of the comparison. Every list contains one sentence per problem, so a correct ledger has only
 * empty lists.
 */
export interface Ledger {
  readonly accepted: number;
  readonly unanswered: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly unfinished: readonly string[];
  readonly failed: readonly string[];
  /** How often the external server was called, and how many of these calls were repeats. */
  readonly outside: { readonly calls: number; readonly repeated: number };
  /** How many runs the changes of leads started, and how many events the webhook received. */
  readonly followUps: { readonly runs: number; readonly events: number; readonly repeated: number };
}

const expectedHistory = { created: 'created', kept: 'created,edited' } as const;

/** Compares what the client was promised with what PostgreSQL contains at the end. */
export function balance(
  deliveries: readonly Delivery[],
  runs: readonly StoredRun[],
  leads: readonly StoredLead[],
  calls: readonly OutsideCall[] = [],
  followUps?: FollowUps,
): Ledger {
  const runsOf = Map.groupBy(runs, ({ effect }) => effect ?? '');
  const callsOf = Map.groupBy(calls, ({ effect }) => effect);
  const leadsOf = Map.groupBy(leads, ({ effect }) => effect);
  const ids = new Set(runs.map(({ id }) => id));
  const accepted = deliveries.filter((delivery) => delivery.runs.size > 0);
  const followed = runs.flatMap(({ isFollowed, status, effect }) =>
    isFollowed && status === 'succeeded' && effect !== null ? [effect] : [],
  );
  const { runs: started, events } = followUps ?? { runs: [], events: [] };
  return {
    accepted: accepted.length,
    unanswered: deliveries.length - accepted.length,
    lost: [
      ...accepted.flatMap((delivery) => lostOf(delivery, ids)),
      ...runs.flatMap((run) => missingEffects(run, leadsOf.get(run.effect ?? '') ?? [])),
      ...runs.flatMap((run) => missingCall(run, callsOf)),
      ...(followUps ? missingFollowUps(followed, followUps) : []),
    ],
    doubled: [
      ...deliveries.flatMap((delivery) => doubledRuns(delivery, runsOf.get(delivery.effect) ?? [])),
      ...[...leadsOf].flatMap(([effect, made]) => doubledEffects(effect, made, runsOf.get(effect) ?? [])),
      ...unknownRuns(runs, deliveries),
      ...[...callsOf].flatMap(([effect, made]) => doubledKeys(effect, made)),
      ...(followUps ? doubledFollowUps(followUps) : []),
    ],
    unfinished: describe([...runs, ...started], ['queued', 'running', 'waiting']),
    failed: describe([...runs, ...started], ['failed', 'cancelled']),
    outside: { calls: calls.length, repeated: calls.length - callsOf.size },
    followUps: {
      runs: started.length,
      events: events.length,
      repeated: events.length - new Set(events.map(({ id }) => id)).size,
    },
  };
}

const lostOf = ({ effect, runs }: Delivery, ids: ReadonlySet<string>): string[] =>
  [...runs]
    .filter((run) => !ids.has(run))
    .map((run) => `${effect}: accepted as run ${run}, which is missing`);

function missingEffects({ id, status, effect }: StoredRun, made: readonly StoredLead[]): string[] {
  if (status !== 'succeeded') return [];
  return (['created', 'kept'] as const)
    .filter((step) => !made.some((lead) => lead.step === step))
    .map((step) => `${effect}: run ${id} succeeded, but the lead it ${step} is missing`);
}

const missingCall = (
  { id, status, effect, naps }: StoredRun,
  callsOf: ReadonlyMap<string, unknown>,
): string[] =>
  naps && status === 'succeeded' && !callsOf.has(effect ?? '')
    ? [`${effect}: run ${id} succeeded, but the external server wasn't called`]
    : [];

/** An external server can ignore a repeated call only if that call has the same key as the first one. */
function doubledKeys(effect: string, made: readonly OutsideCall[]): string[] {
  const keys = new Set(made.map(({ key }) => key));
  return keys.size > 1 ? [`${effect}: called another server with ${keys.size} keys`] : [];
}

/** Reports deliveries with more than one run, whether or not the responses arrived. */
function doubledRuns({ effect, runs }: Delivery, stored: readonly StoredRun[]): string[] {
  const all = new Set([...runs, ...stored.map(({ id }) => id)]);
  return all.size > 1 ? [`${effect}: ${all.size} runs for one delivery: ${[...all].join(', ')}`] : [];
}

/**
 * Reports duplicate leads, leads that were not changed exactly as often as the workflow specifies, and leads without a
 * run.
 */
function doubledEffects(effect: string, made: readonly StoredLead[], runs: readonly StoredRun[]): string[] {
  const wrong: string[] = [];
  for (const [step, leads] of Map.groupBy(made, (lead) => lead.step)) {
    if (leads.length > 1) wrong.push(`${effect}: ${leads.length} leads ${step}`);
    for (const { history, score } of leads) {
      if (!runs.some(({ status }) => status === 'succeeded')) continue;
      if (history.join() !== expectedHistory[step]) wrong.push(`${effect}: ${step} with history ${history}`);
      if (step === 'kept' && score !== 1) wrong.push(`${effect}: edited to a score of ${score}, not 1`);
    }
  }
  if (runs.length === 0) wrong.push(`${effect}: an effect without a run`);
  return wrong;
}

function unknownRuns(runs: readonly StoredRun[], deliveries: readonly Delivery[]): string[] {
  const sent = new Set(deliveries.map(({ effect }) => effect));
  return runs
    .filter(({ effect }) => effect === null || !sent.has(effect))
    .map(({ id }) => `run ${id}: no request belongs to it`);
}

const describe = (
  runs: readonly Pick<StoredRun, 'id' | 'status' | 'error'>[],
  statuses: readonly string[],
): string[] =>
  runs
    .filter(({ status }) => statuses.includes(status))
    .map(({ id, status, error }) => `run ${id}: ${status}${error === null ? '' : `, ${error}`}`);
