import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './chip.module.css';

const tones = {
  good: { color: 'succeeded', Icon: IconCheck },
  bad: { color: 'failed', Icon: IconX },
  waiting: { color: 'waiting', Icon: IconClock },
  warning: { color: 'rejected', Icon: IconClock },
  off: { color: 'queued', Icon: undefined },
} as const;

/** A state of something other than a run, such as an enabled listener, a deactivated user or a pending delivery. */
export function StateChip({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { color, Icon } = tones[tone];
  return (
    <span className={`${classes.chip} ${classes[color]}`} data-chip>
      {Icon ? <Icon size={13} stroke={2} aria-hidden /> : <span aria-hidden>–</span>}
      {children}
    </span>
  );
}
