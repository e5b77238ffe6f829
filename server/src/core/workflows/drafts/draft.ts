import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import { isSameJson } from '../../../lib/json.ts';
import type { Change } from '../../audit/index.ts';
import type { StoredWorkflow } from '../workflow-store.ts';
import { type DraftRow, selectDraft, upsertDraft } from './draft-store.ts';

export interface Draft {
  /** The draft's revision; 0 if it was never saved. */
  readonly revision: number;
  readonly steps: readonly unknown[];
  /** Whether the draft differs from the published version. */
  readonly isChanged: boolean;
  /** The version that the draft started from. */
  readonly baseVersion: number;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
}

export interface OpenDraft {
  readonly workflow: StoredWorkflow;
  readonly draft: Draft;
}

const readDraft = (workflow: StoredWorkflow, row: DraftRow | undefined): Draft => ({
  revision: row?.revision ?? 0,
  steps: JSON.parse(row?.steps ?? workflow.steps) as unknown[],
  isChanged: typeof row?.steps === 'string',
  baseVersion: typeof row?.steps === 'string' ? row.base_version : workflow.publishedVersion,
  changedAt: row?.changed_at ?? null,
  changedBy: row?.changed_by ?? null,
});

export const draftOf = async (
  transaction: Transaction,
  workspace: Change['workspace'],
  workflow: StoredWorkflow,
): Promise<Draft> => readDraft(workflow, await selectDraft(transaction, workspace, workflow.id));

/** Throws if an edit is based on another revision, so two people can't overwrite each other's changes. */
export function requireRevision({ revision, changedBy }: Draft, seen: number): void {
  if (revision === seen) return;
  throw conflict(
    'draft_changed',
    `${changedBy ?? 'Another user'} changed this draft after you opened it. Review the changes, then choose which draft to keep.`,
  );
}

/** The max size of a draft, far above the limit for a version's steps. */
const maxCharacters = 500_000;

/** Writes the draft, or clears it if the steps equal the published version. */
export async function writeDraft(
  { transaction, workspace, clock, actor }: Change,
  { workflow, draft }: OpenDraft,
  steps: readonly unknown[],
  baseVersion: number,
): Promise<number> {
  const written = JSON.stringify(steps);
  if (written.length > maxCharacters) throw draftTooLong();
  const revision = draft.revision + 1;
  const isPublished = isSameJson(steps, JSON.parse(workflow.steps));
  await upsertDraft(transaction, workspace, workflow.id, {
    revision,
    steps: isPublished ? null : written,
    base_version: isPublished ? workflow.publishedVersion : baseVersion,
    changed_at: clock.now(),
    changed_by: actor.user?.name ?? null,
  });
  return revision;
}

const draftTooLong = () =>
  new HarkError(
    'invalid',
    'draft_too_long',
    `A draft can have at most ${maxCharacters} characters. Remove some steps.`,
    { field: 'steps' },
  );
