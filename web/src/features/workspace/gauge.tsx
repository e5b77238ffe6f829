import { Progress, Stack, Text } from '@mantine/core';

const nearlyFull = 0.9;

/** A bar that shows usage, with a description below. */
export const Gauge = ({ label, says, share }: { label: string; says: string; share: number }) => (
  <Stack gap={4}>
    <Text size="sm" fw={500}>
      {label}
    </Text>
    <Progress
      value={Math.min(100, Math.max(0, share * 100))}
      aria-label={label}
      {...(share >= nearlyFull && { color: 'red' })}
    />
    <Text size="sm">{says}</Text>
  </Stack>
);
