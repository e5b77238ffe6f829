import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { sharedTexts } from '../../texts/shared.ts';

/** The result of a check: its display name and message. */
export interface ShownFinding {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
}

/** Lists check results. Each result describes what is OK or what to fix. */
export const FindingList = ({ findings }: { findings: readonly ShownFinding[] }) => (
  <>
    {findings.map(({ name, ok, says }) => (
      <Group key={name} gap="sm" wrap="nowrap" align="flex-start">
        <FindingIcon ok={ok} />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {says}
          </Text>
        </Stack>
      </Group>
    ))}
  </>
);

const FindingIcon = ({ ok }: { ok: boolean }) => {
  const Icon = ok ? IconCircleCheck : IconCircleX;
  return (
    <Icon
      color={`var(--${ok ? 'succeeded' : 'failed'}-solid)`}
      aria-label={ok ? sharedTexts.good : sharedTexts.fault}
      role="img"
      style={{ flexShrink: 0 }}
    />
  );
};
