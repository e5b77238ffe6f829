import type { ListedRun, ViewedStep } from '../../core/runs/index.ts';

export const presentRun = ({
  id,
  status,
  workflow,
  acceptedAt,
  startedAt,
  endedAt,
  dueAt,
  error,
  startedBy,
}: ListedRun) => ({
  id,
  status,
  workflow,
  accepted_at: acceptedAt,
  started_at: startedAt,
  ended_at: endedAt,
  ...(dueAt && { goes_on_at: dueAt }),
  ...(error !== null && { error }),
  ...(startedBy && { started_by: startedBy }),
});

/** Presents a step without its empty properties. */
export const presentStep = ({ position: _, attempts, ...step }: ViewedStep) => ({
  ...Object.fromEntries(Object.entries(step).filter(([, value]) => value !== null)),
  ...(attempts.length > 0 && { attempts }),
});
