import type { Transaction } from '../../../db/driver/transaction.ts';
import type { RunId } from '../../../lib/ids.ts';
import { type Principal, reachOf } from '../../access/index.ts';
import type { Context } from '../../context/index.ts';
import { selectRunsOfLeads } from '../../history/index.ts';
import { findLeadIds } from '../../leads/index.ts';
import { loadSecrets, type Mask } from '../../secrets/index.ts';
import { findWorkflow, type WorkflowName } from '../../workflows/index.ts';
import { selectValuesVersion } from './run-list-store.ts';
import { everyRun, type Period, type RunScope, type ScopeStatus } from './run-scope-store.ts';
import { hasMoreRuns, selectMatchingRuns } from './run-search-store.ts';

/** What a user filters runs by. */
export interface RunFilter {
  /** A run's ID or the start of it, a lead, or a text in the trigger data. */
  readonly search?: string | undefined;
  readonly workflow?: WorkflowName | undefined;
  readonly version?: number | undefined;
  readonly statuses?: readonly ScopeStatus[] | undefined;
  readonly period?: Period | undefined;
  readonly ids?: readonly RunId[];
}

/** The runs that a filter selects for a user. */
export interface OpenedScope {
  readonly scope: RunScope;
  /** Whether the search left out runs, because there are too many. */
  readonly isCut: boolean;
  readonly mask: Mask;
}

const maxLeads = 50;
const maxFound = 500;
/** How many runs a search reads. Trigger data has no index, which would slow down every request. */
const maxSearched = 30_000;
const minIdPrefix = 8;

/** Finds out which runs a filter selects. Returns undefined if the user can't see any runs. */
export async function openScope(
  context: Context,
  principal: Principal,
  { search = '', workflow, version, statuses, period, ids: wanted }: RunFilter,
): Promise<OpenedScope | undefined> {
  const reach = reachOf(principal, 'runs.view');
  const workspace = principal.workspace.id;
  const [found, valuesVersion] = await context.db.read(workspace, async (transaction) => [
    workflow === undefined ? null : await findWorkflow(transaction, principal, workflow, 'runs.view'),
    await selectValuesVersion(transaction, workspace),
  ]);
  if (reach === 'none') return undefined;
  const { mask } = await loadSecrets(context, workspace, valuesVersion);
  const scope: RunScope = {
    ...everyRun,
    owner: reach === 'own' ? principal.user.id : null,
    workflow: found?.id ?? null,
    version: version ?? null,
    statuses: statuses && statuses.length > 0 ? statuses : null,
    excludesRetried: true,
    from: period?.from ?? null,
    until: period?.until ?? null,
    ids: wanted ?? null,
  };
  const text = lower(search.trim());
  if (text === '') return { scope, isCut: false, mask };
  // A complete ID finds its run regardless of the time range.
  if (isRunId(text))
    return { scope: { ...scope, from: null, until: null, ids: [text as RunId] }, isCut: false, mask };
  const { ids, isCut } = await context.db.read(workspace, (transaction) =>
    searchRuns(transaction, principal, scope, text, mask),
  );
  return { scope: { ...scope, ids }, isCut, mask };
}

/** Lowers only ASCII letters, as the database does. */
const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const isRunId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/**
 * Searches runs by lead, by the start of the ID, and by text in the trigger data. Secrets are masked before the text
 * is compared, so a search can't reveal them.
 */
async function searchRuns(
  transaction: Transaction,
  principal: Principal,
  scope: RunScope,
  text: string,
  mask: Mask,
): Promise<{ ids: readonly RunId[]; isCut: boolean }> {
  const workspace = principal.workspace.id;
  // Trigger data is stored as JSON, where quotes and backslashes are escaped.
  const written = JSON.stringify(text).slice(1, -1);
  // No ID starts with the prefix if the text is too short to be one.
  const idPrefix = text.length >= minIdPrefix ? text : '-';
  const read = { ...scope, statuses: null };
  const matching = await selectMatchingRuns(transaction, workspace, read, {
    idPrefix,
    text: written,
    maxRead: maxSearched,
    most: maxFound,
  });
  const visible = matching.filter(
    ({ id, input }) => id.startsWith(idPrefix) || lower(mask(input)).includes(written),
  );
  const leads = await findLeadIds(transaction, principal, text, maxLeads);
  const ofLeads = leads.length === 0 ? [] : await selectRunsOfLeads(transaction, workspace, leads, maxFound);
  return {
    ids: [...new Set([...visible.map(({ id }) => id), ...ofLeads])],
    isCut: matching.length === maxFound || (await hasMoreRuns(transaction, workspace, read, maxSearched)),
  };
}
