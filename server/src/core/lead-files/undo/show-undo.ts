import { type Job, jobNotFound } from '../../jobs/index.ts';
import type { UndoPreview } from './preview-undo.ts';
import type { UndoOptions } from './start-undo.ts';

/** An undo as the API and the console show it (spec/undo §3.1). */
export function showUndo({ kind, options, counts, ...job }: Job) {
  const { cause, since, until } = options as UndoOptions;
  if (kind !== 'undo' || !cause) throw jobNotFound();
  return {
    id: job.id,
    status: job.status,
    name: job.name,
    cause,
    since,
    until,
    created_by: job.user,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    ended_at: job.endedAt?.toISOString() ?? null,
    leads: job.size,
    done: job.position,
    ...shownCounts(counts),
    error: job.error,
  };
}

const shownCounts = ({ changed, fields, deleted, restored, refused }: Job['counts']) => ({
  changed,
  fields,
  deleted,
  restored,
  left_alone: refused,
});

/** A preview as the API and the console show it (spec/undo §3.3). */
export const showPreview = ({ name, period, total, covered, counts, ...lists }: UndoPreview) => ({
  name,
  since: period.since.toISOString(),
  until: period.until.toISOString(),
  leads: total,
  covered,
  ...shownCounts(counts),
  first: {
    changed: lists.changed.map(({ lead, fields }) => ({
      lead_id: lead,
      changes: fields.map(({ field, from, to }) => ({ field, old: from, new: to })),
    })),
    deleted: [...lists.deleted],
    restored: [...lists.restored],
    left_alone: lists.left.map(({ lead, field, reason, by }) => ({
      lead_id: lead,
      field,
      reason,
      changed_by: by?.name ?? null,
      changed_at: by?.at.toISOString() ?? null,
    })),
  },
});
