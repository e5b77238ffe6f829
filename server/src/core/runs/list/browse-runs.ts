import type { LeadId, RunId } from '../../../lib/ids.ts';
import { may, type Principal } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { findLeadNames } from '../../leads/index.ts';
import type { Mask } from '../../secrets/index.ts';
import { type StatusCount, selectStatusCounts } from '../charts/run-chart-store.ts';
import { readAttempts } from '../model/step-attempt.ts';
import { type OpenStep, type RunFacts, selectOpenSteps, selectRunFacts } from './run-facts-store.ts';
import {
  type ListedRun,
  type SummarizedRun,
  selectNeighbors,
  selectSummarizedRuns,
} from './run-list-store.ts';
import { openScope, type RunFilter } from './run-scope.ts';
import { answeredMessage, summaryOf } from './run-summary.ts';

/** How a run was started. */
export const triggers = ['webhook', 'workflow', 'schedule', 'lead', 'retry', 'manual'] as const;
export type Trigger = (typeof triggers)[number];

/** A run in the console's list. */
export interface BrowsedRun extends ListedRun {
  readonly trigger: Trigger;
  /** One line about the trigger data: an email address, or the first value. */
  readonly summary: string | null;
  /** The lead that the run is about, if the user can see it. */
  readonly lead: { readonly id: LeadId; readonly name: string } | null;
  readonly attempts: number;
  /** The current step of an unfinished run. */
  readonly step: CurrentStep | null;
  /** What the other server said about a failed call, in its own words. */
  readonly message: string | null;
  /** Whether the user can cancel and retry the run. */
  readonly mayControl: boolean;
}

export interface CurrentStep {
  readonly name: string;
  readonly type: string;
  /** The number of attempts so far, for a step that makes outside calls. */
  readonly attempts: number;
  readonly maxAttempts: number | null;
  /** When the next attempt starts, if the step is waiting for it. */
  readonly nextAt: string | null;
}

export interface RunPage {
  readonly runs: readonly BrowsedRun[];
  /** How many runs of the time range have each status. Empty without a time range, and on later pages. */
  readonly totals: readonly StatusCount[];
  readonly isCut: boolean;
}

/** Lists the runs that a user's filter selects, newest first. */
export async function browseRuns(
  context: Context,
  principal: Principal,
  filter: RunFilter,
  page: { before: RunId | null; most: number },
): Promise<RunPage> {
  const opened = await openScope(context, principal, filter);
  if (!opened) return { runs: [], totals: [], isCut: false };
  const { scope, isCut, mask } = opened;
  const workspace = principal.workspace.id;
  const isCounted = filter.period !== undefined && page.before === null;
  return context.db.read(workspace, async (transaction) => {
    const [rows, totals] = await Promise.all([
      selectSummarizedRuns(transaction, workspace, scope, page),
      isCounted ? selectStatusCounts(transaction, workspace, scope) : [],
    ]);
    return { runs: await addFacts({ transaction, principal, mask }, rows), totals, isCut };
  });
}

/**
 * Returns the runs before and after a run in the list that a filter selects. The run itself doesn't have to match,
 * because its status may have changed since the list was opened.
 */
export async function browseNeighbors(
  context: Context,
  principal: Principal,
  filter: RunFilter,
  run: RunId,
): Promise<{ previous: RunId | null; next: RunId | null }> {
  const opened = await openScope(context, principal, filter);
  if (!opened) return { previous: null, next: null };
  return context.db.read(principal.workspace.id, (transaction) =>
    selectNeighbors(transaction, principal.workspace.id, opened.scope, run),
  );
}

/** Adds to runs what a list shows about them. */
export async function addFacts(
  { transaction, principal, mask }: FactReader,
  rows: readonly SummarizedRun[],
): Promise<BrowsedRun[]> {
  const workspace = principal.workspace.id;
  const ids = rows.map(({ id }) => id);
  const open = rows.filter(({ status }) => status !== 'succeeded').map(({ id }) => id);
  const [facts, steps] = await Promise.all([
    selectRunFacts(transaction, workspace, ids),
    selectOpenSteps(transaction, workspace, open),
  ]);
  const about = new Map(rows.map((row) => [row.id, changedLead(row)]));
  for (const { run, lead } of facts) if (lead !== null) about.set(run, lead);
  const leads = [...about.values()].filter((lead) => lead !== undefined);
  const names = await findLeadNames(transaction, principal, leads);
  return rows.map((row) => {
    const own = facts.find(({ run }) => run === row.id);
    const step = steps.find(({ run }) => run === row.id);
    return present(row, { principal, mask, own, step, lead: about.get(row.id), names });
  });
}

/** Returns the lead whose change started a run. Its input begins with the lead's ID. */
function changedLead({ startedAs, input }: SummarizedRun): LeadId | undefined {
  const id = startedAs?.startsWith('lead.') && /^\{"lead":\{"id":(\d+)[,}]/.exec(input)?.[1];
  return id ? (Number(id) as LeadId) : undefined;
}

interface FactReader {
  readonly transaction: Parameters<typeof selectRunFacts>[0];
  readonly principal: Principal;
  readonly mask: Mask;
}

function present(
  { owner, listener, startedAs, input, ...run }: SummarizedRun,
  {
    principal,
    mask,
    own,
    step,
    lead,
    names,
  }: Omit<FactReader, 'transaction'> & {
    own: RunFacts | undefined;
    step: OpenStep | undefined;
    lead: LeadId | undefined;
    names: ReadonlyMap<LeadId, string>;
  },
): BrowsedRun {
  const leadName = lead && names.get(lead);
  const isOpen = run.endedAt === null;
  return {
    ...run,
    trigger: triggerOf(run, listener, startedAs),
    summary: summaryOf(mask(input)),
    lead: lead && leadName !== undefined ? { id: lead, name: leadName } : null,
    attempts: run.startedAt === null ? 0 : Math.max(1, own?.attempts ?? 0),
    step: step && isOpen && step.status !== 'failed' ? currentStep(step) : null,
    message: step && run.status === 'failed' ? answeredMessage(step.output) : null,
    // A deleted workflow has no owner, so no user can control its runs.
    mayControl: owner !== null && may(principal, 'runs.retry', owner),
  };
}

function triggerOf(
  { retryOf, startedBy }: ListedRun,
  listener: number | null,
  startedAs: string | null,
): Trigger {
  if (retryOf !== null) return 'retry';
  if (startedAs === 'schedule') return 'schedule';
  if (startedAs?.startsWith('lead.')) return 'lead';
  if (startedBy !== null) return 'workflow';
  return listener === null ? 'manual' : 'webhook';
}

/** Emails are tried ten times; an HTTP request says how often in its input. */
const emailAttempts = 10;

function currentStep({ name, type, status, attempts, input_end }: OpenStep): CurrentStep {
  const made = readAttempts({ attempts });
  const written = /"max_attempts":"?(\d+)"?\}$/.exec(input_end ?? '')?.[1];
  const usual = type === 'notify' ? emailAttempts : null;
  return {
    name,
    type,
    attempts: made.length,
    maxAttempts: written === undefined ? usual : Number(written),
    nextAt: status === 'waiting' ? (made.at(-1)?.next_at ?? null) : null,
  };
}
