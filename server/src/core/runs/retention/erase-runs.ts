import type { Transaction } from '../../../db/driver/transaction.ts';
import type { InstallationKey } from '../../../lib/crypto/installation-key.ts';
import type { RunId, WorkspaceId } from '../../../lib/ids.ts';
import { parseOwnJson } from '../../../lib/json.ts';
import { deleteRunEvents, selectRunErrors } from '../../events/index.ts';
import { type StepRow, selectRunSteps } from '../execution/step-store.ts';
import { openOutput } from '../model/run.ts';
import { deleteRuns, selectRunTexts, selectSuspects, type Wanted } from './erase-runs-store.ts';

const stretch = 1_000;
const beforeAll = '00000000-0000-0000-0000-000000000000' as RunId;

/**
 * Deletes every run that contains one of the email addresses or worked on one of the leads. Unfinished runs
 * are deleted too, because resuming one could recreate the data (docs/design/erasure-and-retention.md). Reads
 * all of the workspace's runs. Also deletes the runs' events, even if a run itself has been purged.
 * @returns the runs that were deleted, and purged ones that had an event
 */
export async function eraseRuns(
  transaction: Transaction,
  workspace: WorkspaceId,
  key: InstallationKey,
  wanted: Wanted,
): Promise<RunId[]> {
  const found: RunId[] = [];
  for (let after = beforeAll, count = stretch; count === stretch; ) {
    const runs = await selectSuspects(transaction, workspace, wanted, after, stretch);
    for (const { id, is_suspect } of runs) {
      if (is_suspect && (await concerns(transaction, workspace, id, key, wanted))) found.push(id);
    }
    count = runs.length;
    after = runs.at(-1)?.id ?? after;
  }
  if (found.length > 0) await deleteRuns(transaction, workspace, found);
  // After the runs: deleting one waits for a worker that is about to end it and to write its event.
  const failed = await selectRunErrors(transaction, workspace, wanted.addresses);
  const named = failed.filter(({ error }) => namesOneOf(error, wanted.addresses)).map(({ run }) => run);
  const all = [...new Set([...found, ...named])];
  if (all.length > 0) await deleteRunEvents(transaction, workspace, all);
  return all;
}

async function concerns(
  transaction: Transaction,
  workspace: WorkspaceId,
  run: RunId,
  key: InstallationKey,
  wanted: Wanted,
): Promise<boolean> {
  const texts = await selectRunTexts(transaction, workspace, run);
  const steps = await selectRunSteps(transaction, { workspace, run });
  const holds = (text: string) => namesOneOf(text, wanted.addresses);
  if (texts && (holds(written(texts.input)) || holds(texts.error ?? ''))) return true;
  if (texts && startedByLead(texts, wanted)) return true;
  return steps.some((step) => {
    const output = step.sealedOutput === null ? step.output : openOutput(key, step.sealedOutput);
    const values = [step.input, output].map((text) => (text === null ? '' : written(text)));
    return [...values, step.error ?? ''].some(holds) || usedLead(step, output, wanted);
  });
}

const namesOneOf = (text: string, addresses: readonly string[]): boolean =>
  addresses.some((address) => holdsAddress(text.toLowerCase(), address));

/** Serializes the JSON again, without the escapes that a sender may have used. */
const written = (json: string): string => JSON.stringify(parseOwnJson(json)).normalize('NFC');

/** Returns whether a change of one of these leads started the run. */
function startedByLead(
  { input, trigger }: { input: string; trigger: string | null },
  { leads }: Wanted,
): boolean {
  if (!trigger?.startsWith('lead.')) return false;
  const { lead } = parseOwnJson(input) as { lead?: { id?: unknown } };
  return leads.some((id) => lead?.id === id);
}

interface ReturnedLeads {
  readonly id?: unknown;
  readonly leads?: readonly { readonly id: unknown }[];
}

/** Returns whether a lead step returned one of these leads, alone or in a list, or got its ID as input. */
function usedLead({ type, input }: StepRow, output: string | null, { leads }: Wanted): boolean {
  if (!type.startsWith('lead.')) return false;
  const returned = output === null ? null : (parseOwnJson(output) as ReturnedLeads | null);
  const ids = [returned?.id, ...(returned?.leads ?? []).map(({ id }) => id)];
  const parsed = input === null ? null : (parseOwnJson(input) as { match?: { id?: unknown } } | null);
  return leads.some((lead) => ids.includes(lead) || Number(parsed?.match?.id) === lead);
}

/**
 * Returns whether a string contains an email address, but not as part of a longer one: ann@x.test isn't
 * joann@x.test.uk.
 */
function holdsAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const [before = '', after = ''] = [
      text[at - 1],
      text.slice(at + address.length, at + address.length + 2),
    ];
    if (!/[\p{L}\p{N}._%+-]/u.test(before) && !/^([\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}
