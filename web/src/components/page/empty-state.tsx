import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Guide, guides, guideUrl } from '../../texts/guides.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { type Drawing, EmptyDrawing } from './empty-drawing.tsx';

/** Shown instead of an empty list. It explains why the list is empty and what to do next. */
export const EmptyState = ({
  title,
  text,
  action,
  guide,
  drawing = 'search',
  isInPanel = false,
}: {
  title: string;
  text: string;
  action?: ReactNode;
  /** Explains the subject. Opens in a new tab. */
  guide?: Guide;
  drawing?: Drawing;
  /** Whether a panel with its own heading contains it. Then it is smaller. */
  isInPanel?: boolean;
}) => (
  <Stack align="center" gap="xs" py={isInPanel ? 16 : 48} px="md" ta="center">
    <EmptyDrawing name={drawing} />
    <Title order={isInPanel ? 3 : 2}>{title}</Title>
    <Text c="dimmed" size="sm" maw={420} mb="xs">
      {text}
    </Text>
    {action}
    {guide !== undefined && (
      <Anchor href={guideUrl(guide)} target="_blank" rel="noreferrer" size="sm">
        {sharedTexts.readGuide(guides[guide])}
      </Anchor>
    )}
  </Stack>
);
