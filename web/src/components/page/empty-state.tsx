import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shown instead of an empty list. It explains why the list is empty and what to do next. */
export const EmptyState = ({ title, text, action }: { title: string; text: string; action?: ReactNode }) => (
  <Stack align="center" gap="xs" py={64} px="md" ta="center">
    <Title order={2}>{title}</Title>
    <Text c="dimmed" maw={480}>
      {text}
    </Text>
    {action}
  </Stack>
);
