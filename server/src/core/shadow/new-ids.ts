import { isRecord, parseOwnJson } from '../../lib/json.ts';

interface DoneStep {
  readonly type: string;
  readonly output: string | null;
}

/** The IDs that a run created, each with a name that is the same whenever the run is executed. */
export type NewIds = ReadonlyMap<number | string, string>;

/**
 * Names the leads and runs that these steps created, in order. The database gives out each ID once, so two executions of
 * the same steps never have the same IDs (spec/shadow §3.3).
 */
export function newIdsOf(steps: Iterable<DoneStep>, lastLead: number): NewIds {
  const names = new Map<number | string, string>();
  const counts = { lead: 0, run: 0 };
  const add = (kind: keyof typeof counts, id: number | string) => {
    if (!names.has(id)) names.set(id, `new-${kind}-${++counts[kind]}`);
  };
  for (const { type, output } of steps) {
    const lead = createsLead(type) ? idIn(output, 'id') : undefined;
    if (typeof lead === 'number' && lead > lastLead) add('lead', lead);
    const run = type === 'workflow.start' ? idIn(output, 'run_id') : undefined;
    if (typeof run === 'string') add('run', run);
  }
  return names;
}

export const createsLead = (type: string): boolean => type === 'lead.create' || type === 'lead.upsert';

export function idIn(json: string | null, key: 'id' | 'run_id'): unknown {
  const output = json === null ? null : parseOwnJson(json);
  return isRecord(output) ? output[key] : undefined;
}

/** Finds numbers and UUIDs in a text. */
export const idsInText = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+/gi;

/** Replaces new IDs by their names, also inside texts such as URLs. */
export function withoutNewIds(value: unknown, ids: NewIds): unknown {
  if (ids.size === 0) return value;
  if (typeof value === 'number') return ids.get(value) ?? value;
  if (typeof value !== 'string') return value;
  return value.replace(idsInText, (id) => ids.get(id) ?? ids.get(Number(id)) ?? id);
}
