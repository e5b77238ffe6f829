import { Group } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconCalendar,
  IconPlayerPlay,
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
  retry: IconArrowForwardUp,
  manual: IconPlayerPlay,
} as const;

export type TriggerKindName = keyof typeof icons;

export function TriggerIcon({ kind }: { kind: TriggerKindName }) {
  const Icon = icons[kind];
  return <Icon size={16} stroke={1.75} aria-hidden />;
}

/** What starts a workflow, or started a run. */
export const TriggerKind = ({ kind }: { kind: TriggerKindName }) => (
  <Group gap={8} wrap="nowrap">
    <TriggerIcon kind={kind} />
    {texts.triggers[kind]}
  </Group>
);
