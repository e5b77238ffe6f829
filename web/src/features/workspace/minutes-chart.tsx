import { Stack, Text } from '@mantine/core';
import type { Answer } from '../../api/call.ts';
import { StackedBars } from '../../components/values/stacked-bars.tsx';
import { workspaceTexts } from '../../texts/workspace.ts';

const texts = workspaceTexts.use;
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** The part that both ceilings have. */
export type CeilingUse = Pick<
  Answer<'GET /workspace/use'>['listeners'],
  'burst' | 'remaining' | 'least' | 'minutes'
>;

/** Requests minute by minute: served, and those above the ceiling. */
export function MinutesChart({ title, minutes }: { title: string; minutes: CeilingUse['minutes'] }) {
  const isQuiet = minutes.every(({ served, refused }) => served + refused === 0);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {isQuiet ? (
        <Text size="sm">{texts.quiet}</Text>
      ) : (
        <StackedBars
          label={title}
          labelOf={(slot) => time.format(new Date(minutes[slot]?.at ?? 0))}
          series={[
            {
              name: texts.served,
              color: 'var(--mantine-primary-color-filled)',
              values: minutes.map(({ served }) => served),
            },
            {
              name: texts.refused,
              color: 'var(--mantine-color-red-filled)',
              values: minutes.map(({ refused }) => refused),
            },
          ]}
        />
      )}
    </Stack>
  );
}
