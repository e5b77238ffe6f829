import { isRecord, parseOwnJson } from '../../lib/json.ts';
import type { TrialResult } from '../runs/index.ts';
import { diffFields, type FieldDifference } from './flatten.ts';
import type { ShadowRun } from './shadow-run.ts';

/** How the steps of the draft relate to those of the published version. */
export interface StepNames {
  /** The names of steps that only one of the versions has. */
  readonly unmatched: ReadonlySet<string>;
  /** Returns the path that a step of the draft has in the published version. */
  readonly oldPathOf: (path: string) => string;
}

/** What a run did, part by part: its end, response, calls, emails, leads and steps. */
type Parts = ReadonlyMap<string, unknown>;

const samePath = (path: string) => path;

/**
 * Returns what the draft does differently (spec/shadow §3.1). A part that is missing because its shadow run couldn't
 * continue is not a difference.
 */
export function compareRuns(
  published: ShadowRun,
  draft: ShadowRun,
  { unmatched, oldPathOf }: StepNames,
): FieldDifference[] {
  const [old, now] = [partsOf(published, unmatched, samePath), partsOf(draft, unmatched, oldPathOf)];
  const mayLack = (run: ShadowRun, parts: Parts, name: string) => isUnfinished(run) && !parts.has(name);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    if (mayLack(published, old, name) || mayLack(draft, now, name)) return [];
    const [before, after] = [old.get(name), now.get(name)];
    return diffFields(name, { value: before, ids: published.ids }, { value: after, ids: draft.ids });
  });
}

export const isUnfinished = ({ result }: ShadowRun): boolean => result.status === 'unfinished';

/** Steps whose effect is what they ask for, not what they return. */
const asks: ReadonlySet<string> = new Set(['approve', 'workflow.call', 'workflow.start']);
/** Steps whose effect is compared as a whole, in the response, the result or the leads. */
const shownElsewhere = /^(respond|return|stop|lead\.(create|update|upsert|delete))$/;

function partsOf(run: ShadowRun, unmatched: ReadonlySet<string>, pathOf: (path: string) => string): Parts {
  const { result } = run;
  const parts = new Map<string, unknown>();
  if (result.status !== 'unfinished') {
    const { status, error, warnings } = result;
    for (const [name, value] of Object.entries({ status, error, warnings })) parts.set(name, value);
    parts.set('result', parsed(result.result));
  }
  addSteps(parts, result, unmatched, pathOf);
  addMessages(parts, 'calls', result.http, pathOf);
  addMessages(parts, 'mails', result.mails, pathOf);
  addLeads(parts, run);
  return parts;
}

/**
 * Adds the steps that ended. A step that only one version has is not a difference by itself, but its effects are
 * (spec/shadow §3.2).
 */
function addSteps(
  parts: Map<string, unknown>,
  { steps }: TrialResult,
  unmatched: ReadonlySet<string>,
  pathOf: (path: string) => string,
): void {
  for (const { path, name, type, status, error, input, output } of steps) {
    const at = `steps.${pathOf(path)}`;
    if (type === 'respond' && isSent(output)) parts.set('respond', responseOf(input));
    if (asks.has(type)) parts.set(`${at}.input`, parsed(input));
    if (unmatched.has(name) || status === 'running' || status === 'waiting') continue;
    parts.set(`${at}.status`, status);
    parts.set(`${at}.error`, error);
    if (!shownElsewhere.test(type)) parts.set(`${at}.output`, parsed(output));
  }
}

/** The status may be a text, and is sent as a number. */
const responseOf = (input: string | null): unknown => {
  const response = parsed(input);
  return isRecord(response) ? { ...response, status: Number(response.status) } : response;
};

function isSent(output: string | null): boolean {
  const value = parsed(output);
  return isRecord(value) && value.sent === true;
}

/** Adds requests or emails, counted per step, so that one more doesn't change the others. */
function addMessages(
  parts: Map<string, unknown>,
  kind: 'calls' | 'mails',
  messages: readonly { readonly step: string }[],
  pathOf: (path: string) => string,
): void {
  for (const [step, own] of Map.groupBy(messages, ({ step }) => pathOf(step)))
    for (const [index, { step: _, ...message }] of own.entries())
      parts.set(`${kind}.${step}[${index}]`, message);
}

/** Adds the leads that the run created, changed or deleted, each with its final values. */
function addLeads(parts: Map<string, unknown>, { leads, ids }: ShadowRun): void {
  for (const [lead, entries] of Map.groupBy(leads, ({ lead }) => lead)) {
    const changes = entries.flatMap((entry) => entry.changes).map((change) => [change.field, change.new]);
    const action = entries.find((entry) => entry.action !== 'edited')?.action;
    parts.set(`leads.${ids.get(lead) ?? lead}`, { action, ...Object.fromEntries(changes) });
  }
}

const parsed = (json: string | null): unknown => (json === null ? null : parseOwnJson(json));
