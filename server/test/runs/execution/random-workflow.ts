import type { Random } from '../../harness/seeded-random.ts';

/** A step of a random workflow, as it is written. */
export interface RandomStep {
  readonly name: string;
  readonly type: string;
  readonly on_error?: 'continue' | { readonly steps: readonly RandomStep[] };
  readonly [key: string]: unknown;
}

const maxDepth = 4;

/** Creates a workflow with branches, loops, handled and unhandled failures, and steps that end the run. */
export function randomWorkflow(random: Random): readonly RandomStep[] {
  let made = 0;
  const list = (depth: number): RandomStep[] =>
    Array.from({ length: 1 + random.pick(3) }, () => step(depth)).slice(0, 3);
  const step = (depth: number): RandomStep => {
    const name = `s${made++}`;
    const handler = random.chance(30) ? { on_error: handlerAt(depth) } : {};
    return { name, ...handler, ...kindAt(name, depth) };
  };
  const handlerAt = (depth: number): NonNullable<RandomStep['on_error']> =>
    depth >= maxDepth || random.chance(40) ? 'continue' : { steps: list(depth + 1) };
  const kindAt = (name: string, depth: number): { type: string; [key: string]: unknown } => {
    const dice = random.pick(100);
    if (dice < 25) return { type: 'set', values: { [name]: made } };
    if (dice < 45) return { type: 'lead.create', fields: { first_name: name } };
    if (dice < 65) return { type: 'lead.create', fields: { email: 'no address' } };
    if (dice < 69) return { type: 'stop', as: random.oneOf(['succeeded', 'failed']), message: name };
    if (dice < 73) return { type: 'return', value: { from: name } };
    if (depth >= maxDepth || dice < 76) return { type: 'set', values: { [name]: '{{ 1 / 0 }}' } };
    if (dice < 88) {
      const [yes, no] = [list(depth + 1), list(depth + 1)];
      // biome-ignore lint/suspicious/noThenProperty: a key of the workflow format.
      return { type: 'branch', if: random.chance(50) ? '{{ true }}' : '{{ false }}', then: yes, else: no };
    }
    const items = Array.from({ length: random.pick(4) }, (_, index) => index);
    return { type: 'for_each', items, as: `i_${name}`, steps: list(depth + 1) };
  };
  return list(1);
}

/** What a run of a workflow leaves behind. */
export interface Expected {
  readonly status: 'succeeded' | 'failed';
  readonly warnings: number;
  readonly leads: number;
  readonly result: unknown;
  /** Each step with its status, in the order in which the steps started. */
  readonly steps: readonly string[];
}

interface Entry {
  readonly path: string;
  status: 'succeeded' | 'failed' | 'running';
  isHandled: boolean;
}

class Failure extends Error {
  readonly failed: Entry;
  readonly loops: Entry[] = [];
  isHandled = false;

  constructor(failed: Entry) {
    super();
    this.failed = failed;
  }
}

type End = { readonly status: 'succeeded' | 'failed'; readonly result?: unknown } | undefined;

/** Executes a random workflow in the simplest possible way: spec/runs §2.9 in a few lines. */
export function modelOf(steps: readonly RandomStep[]): Expected {
  const log: Entry[] = [];
  let [warnings, leads] = [0, 0];
  const start = (path: string, status: Entry['status']): Entry => {
    const entry = { path, status, isHandled: false };
    log.push(entry);
    return entry;
  };
  const all = (list: readonly RandomStep[], turn: string): End => {
    for (const step of list) {
      const end = one(step, turn);
      if (end) return end;
    }
    return undefined;
  };
  const one = (step: RandomStep, turn: string): End => {
    if (step.on_error === undefined) return plain(step, turn);
    try {
      return plain(step, turn);
    } catch (error) {
      if (!(error instanceof Failure) || error.isHandled) throw error;
      error.isHandled = true;
      warnings++;
      for (const entry of [error.failed, ...error.loops])
        Object.assign(entry, { status: 'failed', isHandled: true });
      return step.on_error === 'continue' ? undefined : all(step.on_error.steps, turn);
    }
  };
  const plain = (step: RandomStep, turn: string): End => {
    const path = `${step.name}${turn}`;
    if (isFailing(step)) throw new Failure(start(path, 'failed'));
    const entry = start(path, step.type === 'for_each' ? 'running' : 'succeeded');
    if (step.type === 'lead.create') leads++;
    if (step.type === 'stop') return { status: step.as as 'succeeded' | 'failed' };
    if (step.type === 'return') return { status: 'succeeded', result: step.value };
    if (step.type === 'branch')
      return all((step.if === '{{ true }}' ? step.then : step.else) as RandomStep[], turn);
    return step.type === 'for_each' ? loop(step, turn, entry) : undefined;
  };
  const loop = (step: RandomStep, turn: string, entry: Entry): End => {
    try {
      for (const index of (step.items as unknown[]).keys()) {
        const end = all(step.steps as RandomStep[], turn === '' ? `#${index}` : `${turn}.${index}`);
        if (end) return end;
      }
    } catch (error) {
      if (error instanceof Failure && !error.isHandled) error.loops.push(entry);
      throw error;
    }
    entry.status = 'succeeded';
    return undefined;
  };
  const end = ended(() => all(steps, '') ?? { status: 'succeeded' as const });
  const words = log.map(({ path, status, isHandled }) => `${path} ${status}${isHandled ? ' handled' : ''}`);
  return { status: end.status, warnings, leads, result: end.result ?? null, steps: words };
}

function ended(run: () => NonNullable<End>): NonNullable<End> {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: 'failed' };
  }
}

const isFailing = ({ type, fields, values }: RandomStep): boolean =>
  (type === 'lead.create' && Object.hasOwn(fields as object, 'email')) ||
  (type === 'set' && Object.values(values as object).includes('{{ 1 / 0 }}'));
