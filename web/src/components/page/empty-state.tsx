import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Drawing, EmptyDrawing } from './empty-drawing.tsx';

/** Shown instead of an empty list. It explains why the list is empty and what to do next. */
export const EmptyState = ({
  title,
  text,
  action,
  drawing = 'search',
}: {
  title: string;
  text: string;
  action?: ReactNode;
  drawing?: Drawing;
}) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    <EmptyDrawing name={drawing} />
    <Title order={2}>{title}</Title>
    <Text c="dimmed" size="sm" maw={420} mb="xs">
      {text}
    </Text>
    {action}
  </Stack>
);
