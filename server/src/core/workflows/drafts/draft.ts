import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../../db/driver/transaction.ts';
import { conflict } from '../../../lib/errors.ts';
import type { Change } from '../../audit/index.ts';
import type { StoredWorkflow } from '../workflow-store.ts';
import { type DraftRow, selectDraft, upsertDraft } from './draft-store.ts';

/** What is written of a workflow, and perhaps not published. */
export interface Draft {
  /** 0 before anybody wrote. */
  readonly revision: number;
  readonly steps: readonly unknown[];
  /** Whether it is something else than what is published. */
  readonly isChanged: boolean;
  /** The version that it was begun from. */
  readonly baseVersion: number;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
}

/** A workflow, its draft, and what a change of them needs. */
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

/** Refuses who began with another revision than there is: two people must not overwrite each other. */
export function requireRevision({ revision, changedBy }: Draft, seen: number): void {
  if (revision === seen) return;
  throw conflict(
    'draft_changed',
    `${changedBy ?? 'Somebody'} changed this draft after you opened it. Look at what changed, then decide which one to keep.`,
  );
}

/** Writes the draft; steps that are what is published already are no draft. */
export async function writeDraft(
  { transaction, workspace, clock, actor }: Change,
  { workflow, draft }: OpenDraft,
  steps: readonly unknown[],
  baseVersion: number,
): Promise<number> {
  const revision = draft.revision + 1;
  const isPublished = isDeepStrictEqual(steps, JSON.parse(workflow.steps));
  await upsertDraft(transaction, workspace, workflow.id, {
    revision,
    steps: isPublished ? null : JSON.stringify(steps),
    base_version: isPublished ? workflow.publishedVersion : baseVersion,
    changed_at: clock.now(),
    changed_by: actor.user?.name ?? null,
  });
  return revision;
}
