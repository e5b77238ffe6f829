import { builderTexts } from '../../../texts/workflows/workflow-builder.ts';
import { stepTexts } from '../../../texts/workflows/workflow-steps.ts';

const texts = builderTexts.try.outcomes;

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface TriedStep {
  readonly type: string;
  readonly output: string | null;
  readonly error: string | null;
}

/** Returns what a step did in a test: the side that a condition took, what a search found, or what it would do. */
export function outcomeOf({ type, output, error }: TriedStep): string {
  const named = stepTexts.types[type];
  if (error !== null) return named?.label ?? type;
  return resultOf(type, read(output)) ?? named?.tried ?? type;
}

/** Returns what a step's output says in words: the side that a condition took, or what a search found. */
export function resultOf(type: string, output: unknown): string | undefined {
  const { taken, total, until, ...lead } = Object(output) as Readonly<Record<string, unknown>>;
  if (type === 'branch' && taken === 'then') return texts.isTrue;
  if (type === 'branch' && taken === 'else') return texts.isFalse;
  if (type === 'lead.search' && typeof total === 'number')
    return total === 0 ? texts.nothing : texts.leads(total);
  if (type === 'wait' && typeof until === 'string' && !Number.isNaN(Date.parse(until)))
    return texts.waits(date.format(new Date(until)));
  if (type === 'lead.find' && output === null) return texts.nothing;
  if (type === 'lead.find' && 'id' in lead) return texts.lead(nameIn(lead));
  return undefined;
}

/** Returns a lead's name, or else its email address or its ID. */
function nameIn({ first_name, last_name, email, id }: Readonly<Record<string, unknown>>): string {
  const name = [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return name || (typeof email === 'string' && email) || texts.unnamed(String(id));
}

/** Reads JSON. A long output is cut off, and then isn't valid. */
function read(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return undefined;
  }
}
