import { VisuallyHidden } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconDownload,
  IconHourglass,
  IconLoader2,
  IconShieldX,
  IconX,
} from '@tabler/icons-react';
import { requestsTexts } from '../../texts/runs/requests.ts';
import { runsTexts } from '../../texts/runs/runs.ts';
import classes from './chip.module.css';

export type RunStatus = keyof typeof runsTexts.statuses;

/** The status of a run, a step, or a request. `retried` is a failed run that another run has replaced. */
type Status = RunStatus | 'retried' | 'accepted' | 'rejected';

/** Returns the status to show for a run. */
export const shownStatus = (run: { readonly status: RunStatus; readonly retried_as: unknown }): Status =>
  run.status === 'failed' && run.retried_as !== null ? 'retried' : run.status;

const icons = {
  queued: IconClock,
  running: IconLoader2,
  waiting: IconHourglass,
  succeeded: IconCheck,
  failed: IconX,
  retried: IconArrowForwardUp,
  cancelled: IconBan,
  accepted: IconDownload,
  rejected: IconShieldX,
} as const;

/** An icon without a chip around it has its own outline. */
const plainIcons = { ...icons, succeeded: IconCircleCheck, failed: IconCircleX } as const;

const words: Readonly<Record<Status, string>> = {
  ...runsTexts.statuses,
  retried: runsTexts.retried,
  accepted: requestsTexts.list.accepted,
  rejected: requestsTexts.list.refused,
};

/** The color of a status in charts and lines, the same on every screen. Never show a color without a label. */
export const statusColor = (status: Status) => `var(--${status}-solid)`;

export function StatusChip({ status }: { status: Status }) {
  const Icon = icons[status];
  return (
    <span className={`${classes.chip} ${classes[status] ?? ''}`} data-chip>
      <Icon size={13} stroke={2} aria-hidden className={status === 'running' ? classes.spin : undefined} />
      {words[status]}
    </span>
  );
}

/** A status where there is no room for a chip. Its word is for screen readers. */
export function StatusIcon({ status }: { status: Status }) {
  const Icon = plainIcons[status];
  return (
    <>
      <Icon
        size={16}
        stroke={1.75}
        color={statusColor(status)}
        aria-hidden
        className={status === 'running' ? classes.spin : undefined}
      />
      <VisuallyHidden>{words[status]}</VisuallyHidden>
    </>
  );
}
