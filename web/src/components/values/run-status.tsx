import { Group, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClockPause,
  IconPlayerPlay,
  IconPlayerStop,
} from '@tabler/icons-react';
import { runsTexts } from '../../texts/runs/runs.ts';

export type RunStatus = keyof typeof runsTexts.statuses;

const icons = {
  queued: IconCircleDashed,
  running: IconPlayerPlay,
  waiting: IconClockPause,
  succeeded: IconCircleCheck,
  failed: IconCircleX,
  cancelled: IconPlayerStop,
} as const;

/** The color of each status, the same on every screen. Never show a color without a label. */
export const statusColors: Readonly<Record<RunStatus, string>> = {
  queued: 'var(--mantine-color-gray-6)',
  running: 'var(--mantine-color-blue-5)',
  waiting: 'var(--mantine-color-violet-5)',
  succeeded: 'var(--mantine-color-teal-6)',
  failed: 'var(--mantine-color-red-6)',
  cancelled: 'var(--mantine-color-yellow-7)',
};

/** The status of a run or a step. */
export function StatusLabel({ status }: { status: RunStatus }) {
  const Icon = icons[status];
  return (
    <Group
      gap={6}
      wrap="nowrap"
      component="span"
      display="inline-flex"
      style={{ verticalAlign: 'middle', whiteSpace: 'nowrap' }}
    >
      <Icon size={18} stroke={1.8} color={statusColors[status]} aria-hidden />
      <Text span size="sm" fw={600}>
        {runsTexts.statuses[status]}
      </Text>
    </Group>
  );
}
