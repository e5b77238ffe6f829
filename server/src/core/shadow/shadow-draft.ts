import { uuid7 } from '../../lib/crypto/uuid7.ts';
import { conflict } from '../../lib/errors.ts';
import type { RunId } from '../../lib/ids.ts';
import { type StepRow, selectStepsOf } from '../runs/index.ts';
import {
  type CompiledWorkflow,
  checkWorkflow,
  diffSteps,
  loadVersion,
  type OpenDraft,
  stepsRefused,
} from '../workflows/index.ts';
import { compareRuns, isUnfinished, type StepNames } from './compare-runs.ts';
import type { FieldDifference } from './flatten.ts';
import { Recording } from './recording.ts';
import { type Original, type ShadowTools, shadowRun } from './shadow-run.ts';
import { type StoredRequest, selectStoredRequests } from './shadow-store.ts';

/** A stored request with which the draft does something else, or whose comparison is incomplete. */
export interface ShadowedRequest {
  /** The original run. */
  readonly run: RunId;
  readonly acceptedAt: Date;
  readonly verdict: 'different' | 'incomplete';
  /** Why the comparison is incomplete; null if it is complete. */
  readonly reason: string | null;
  readonly differences: readonly FieldDifference[];
  /** How many more differences there are. */
  readonly more: number;
}

/** The result for some of the newest stored requests. */
export interface ShadowPage {
  readonly revision: number;
  readonly requests: number;
  readonly same: number;
  readonly different: number;
  readonly incomplete: number;
  /** The requests that aren't the same, newest first. */
  readonly runs: readonly ShadowedRequest[];
  /** Continue before this run; null if there are no more requests. */
  readonly next: RunId | null;
}

export interface ShadowParams {
  /** How many stored requests to use. */
  readonly requests: number;
  /** Uses requests before this run. */
  readonly before: RunId | null;
}

const maxDifferences = 50;
const maxShown = 300;

interface Versions {
  readonly published: CompiledWorkflow;
  readonly draft: CompiledWorkflow;
  readonly names: StepNames;
}

/**
 * Executes the published version and the draft with the same stored requests, and compares them (spec/shadow §1.1).
 * Nothing is stored, called or sent.
 */
export async function shadowDraft(
  tools: Omit<ShadowTools, 'workflow'>,
  { workflow, draft }: OpenDraft,
  { requests: most, before }: ShadowParams,
): Promise<ShadowPage> {
  const { context, workspace } = tools;
  const own = { ...tools, workflow: workflow.id };
  if (workflow.publishedVersion === 0) throw neverPublished(workflow.name);
  const published = await loadVersion(context, workspace, workflow.id, workflow.publishedVersion);
  if (!published) throw neverPublished(workflow.name);
  const checked = checkWorkflow(draft.steps);
  if (!checked.ok) throw stepsRefused(checked.problems);
  const names = namesOf(JSON.parse(workflow.steps) as unknown[], draft.steps);
  const versions = { published, draft: checked.workflow, names };
  const { requests, steps } = await context.db.read(workspace, async (transaction) => {
    const found = await selectStoredRequests(transaction, workspace, workflow.id, { before, most });
    const ids = found.map(({ id }) => id);
    return { requests: found, steps: await selectStepsOf(transaction, workspace, ids) };
  });
  const runs: ShadowedRequest[] = [];
  // One after the other: two requests may use the same lead, and would wait for each other's locks.
  for (const request of requests) {
    const shadowed = await shadowRequest(own, versions, request, steps.get(request.id) ?? []);
    if (shadowed) runs.push(shadowed);
  }
  const different = runs.filter(({ verdict }) => verdict === 'different').length;
  return {
    revision: draft.revision,
    requests: requests.length,
    same: requests.length - runs.length,
    different,
    incomplete: runs.length - different,
    runs,
    next: requests.length < most ? null : (requests.at(-1)?.id ?? null),
  };
}

const neverPublished = (name: string) =>
  conflict(
    'not_published',
    `"${name}" has never been published, so there is nothing to compare the draft with.`,
  );

/** Compares one request (spec/shadow §3.4). @returns undefined if both versions do the same */
async function shadowRequest(
  tools: ShadowTools,
  { published, draft, names }: Versions,
  request: StoredRequest,
  steps: readonly StepRow[],
): Promise<ShadowedRequest | undefined> {
  const { clock, key } = tools.context;
  const original: Original = { id: uuid7(clock.now().getTime()) as RunId, request, steps };
  const recording = new Recording(steps, key);
  const before = await shadowRun(tools, original, published, (lastLead, onMissing) =>
    recording.published(lastLead, onMissing),
  );
  const after = await shadowRun(tools, original, draft, (lastLead, onMissing) =>
    recording.draft(lastLead, names.oldPathOf, onMissing),
  );
  const differences = compareRuns(before, after, names);
  const unfinished = [after, before].find(isUnfinished);
  if (differences.length === 0 && !unfinished) return undefined;
  return {
    run: request.id,
    acceptedAt: request.accepted_at,
    verdict: differences.length > 0 ? 'different' : 'incomplete',
    reason: unfinished ? (unfinished.missing ? `${unfinished.missing}, not recorded` : tooLong) : null,
    differences: differences.slice(0, maxDifferences).map(shorten),
    more: Math.max(0, differences.length - maxDifferences),
  };
}

const tooLong = 'The run did not finish within 500 steps and 5 seconds';

function shorten({ field, published, draft }: FieldDifference): FieldDifference {
  const cut = (value: FieldDifference['draft']) =>
    typeof value === 'string' && value.length > maxShown ? `${value.slice(0, maxShown)}…` : value;
  return { field, published: cut(published), draft: cut(draft) };
}

/** Steps are matched by name. A renamed step is compared with the step that it was (spec/shadow §3.2). */
function namesOf(published: readonly unknown[], draft: readonly unknown[]): StepNames {
  const found = diffSteps(published, draft);
  const oldNames = new Map(found.map(({ name, oldName }) => [name, oldName ?? name]));
  const unmatched = found.filter(({ kind }) => kind === 'added' || kind === 'removed');
  return {
    unmatched: new Set(unmatched.map(({ name }) => name)),
    oldPathOf: (path) => {
      const [name = path, ...turn] = path.split('#');
      return [oldNames.get(name) ?? name, ...turn].join('#');
    },
  };
}
