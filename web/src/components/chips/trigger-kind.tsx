import { Group } from '@mantine/core';
import {
  IconCalendar,
  IconPlayerPlay,
  IconRefresh,
  IconRoute,
  IconUser,
  IconWebhook,
} from '@tabler/icons-react';
import { runsListTexts as texts } from '../../texts/runs/runs-list.ts';

const icons = {
  webhook: IconWebhook,
  workflow: IconRoute,
  schedule: IconCalendar,
  lead: IconUser,
  retry: IconRefresh,
  manual: IconPlayerPlay,
} as const;

/** What starts a workflow, or started a run. */
export function TriggerKind({ kind }: { kind: keyof typeof icons }) {
  const Icon = icons[kind];
  return (
    <Group gap={8} wrap="nowrap">
      <Icon size={16} stroke={1.75} aria-hidden />
      {texts.triggers[kind]}
    </Group>
  );
}
