/** What the client wrote down of one delivery: a request that has an effect of its own, however often it was sent. */
export interface Delivery {
  readonly effect: string;
  /** The runs that answers with 2xx named. More than one answer is right, more than one run is not. */
  readonly runs: ReadonlySet<string>;
}

export interface StoredRun {
  readonly id: string;
  readonly status: string;
  readonly effect: string | null;
  /** It naps, and calls outside afterwards. */
  readonly naps: boolean;
  readonly error: string | null;
}

/** A lead that a step made. `created` is of lead.create, `kept` of lead.upsert; the latter was edited once since. */
export interface StoredLead {
  readonly effect: string;
  readonly step: 'created' | 'kept';
  readonly score: number | null;
  readonly history: readonly string[];
}

/** What a server outside was told: at least once for a run, under one key. */
export interface OutsideCall {
  readonly effect: string;
  readonly key: string;
}

/** Each entry is a sentence; a ledger that balances has none but `accepted`. */
export interface Ledger {
  readonly accepted: number;
  readonly unanswered: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly unfinished: readonly string[];
  readonly failed: readonly string[];
  /** How often the server outside was called, and how many of these calls it had had before. */
  readonly outside: { readonly calls: number; readonly repeated: number };
}

const expectedHistory = { created: 'created', kept: 'created,edited' } as const;

/** Compares what the client was promised with what PostgreSQL holds when everything is over. */
export function balance(
  deliveries: readonly Delivery[],
  runs: readonly StoredRun[],
  leads: readonly StoredLead[],
  calls: readonly OutsideCall[] = [],
): Ledger {
  const runsOf = Map.groupBy(runs, ({ effect }) => effect ?? '');
  const callsOf = Map.groupBy(calls, ({ effect }) => effect);
  const leadsOf = Map.groupBy(leads, ({ effect }) => effect);
  const ids = new Set(runs.map(({ id }) => id));
  const accepted = deliveries.filter((delivery) => delivery.runs.size > 0);
  return {
    accepted: accepted.length,
    unanswered: deliveries.length - accepted.length,
    lost: [
      ...accepted.flatMap((delivery) => lostOf(delivery, ids)),
      ...runs.flatMap((run) => missingEffects(run, leadsOf.get(run.effect ?? '') ?? [])),
      ...runs.flatMap((run) => missingCall(run, callsOf)),
    ],
    doubled: [
      ...deliveries.flatMap((delivery) => doubledRuns(delivery, runsOf.get(delivery.effect) ?? [])),
      ...[...leadsOf].flatMap(([effect, made]) => doubledEffects(effect, made, runsOf.get(effect) ?? [])),
      ...unknownRuns(runs, deliveries),
      ...[...callsOf].flatMap(([effect, made]) => doubledKeys(effect, made)),
    ],
    unfinished: describe(runs, ['queued', 'running', 'waiting']),
    failed: describe(runs, ['failed', 'cancelled']),
    outside: { calls: calls.length, repeated: calls.length - callsOf.size },
  };
}

const lostOf = ({ effect, runs }: Delivery, ids: ReadonlySet<string>): string[] =>
  [...runs]
    .filter((run) => !ids.has(run))
    .map((run) => `${effect}: accepted as run ${run}, which is not there`);

function missingEffects({ id, status, effect }: StoredRun, made: readonly StoredLead[]): string[] {
  if (status !== 'succeeded') return [];
  return (['created', 'kept'] as const)
    .filter((step) => !made.some((lead) => lead.step === step))
    .map((step) => `${effect}: run ${id} succeeded, and the lead that it ${step} is not there`);
}

const missingCall = (
  { id, status, effect, naps }: StoredRun,
  callsOf: ReadonlyMap<string, unknown>,
): string[] =>
  naps && status === 'succeeded' && !callsOf.has(effect ?? '')
    ? [`${effect}: run ${id} succeeded, and the server outside was not told`]
    : [];

/** A server outside can drop a second call only if it has the key of the first. */
function doubledKeys(effect: string, made: readonly OutsideCall[]): string[] {
  const keys = new Set(made.map(({ key }) => key));
  return keys.size > 1 ? [`${effect}: told outside under ${keys.size} keys`] : [];
}

/** One run for a delivery, whether or not its answers arrived. */
function doubledRuns({ effect, runs }: Delivery, stored: readonly StoredRun[]): string[] {
  const all = new Set([...runs, ...stored.map(({ id }) => id)]);
  return all.size > 1 ? [`${effect}: ${all.size} runs for one delivery: ${[...all].join(', ')}`] : [];
}

/** One lead of each kind, touched as often as the workflow says; and none without a run that succeeded. */
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
    .map(({ id }) => `run ${id}: nobody sent what it is of`);
}

const describe = (runs: readonly StoredRun[], statuses: readonly string[]): string[] =>
  runs
    .filter(({ status }) => statuses.includes(status))
    .map(({ id, status, error }) => `run ${id}: ${status}${error === null ? '' : `, ${error}`}`);
