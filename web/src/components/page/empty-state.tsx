import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Nothing is here yet: why, and the one thing to do about it. */
export const EmptyState = ({ title, text, action }: { title: string; text: string; action?: ReactNode }) => (
  <Stack align="center" gap="xs" py={64} px="md" ta="center">
    <Title order={2}>{title}</Title>
    <Text c="dimmed" maw={480}>
      {text}
    </Text>
    {action}
  </Stack>
);
