import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Guide, type GuideSection, guideTitle, guideUrl } from '../../texts/guides.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { type Drawing, EmptyDrawing } from './empty-drawing.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  /** Explains the subject. Opens in a new tab. */
  readonly guide?: Guide | GuideSection;
  readonly drawing?: Drawing;
  /** Whether it is in a card or a tab instead of filling a page. Then it has no drawing. */
  readonly isCompact?: boolean;
}

/** Shown instead of an empty list. It explains why the list is empty and what to do next. */
export function EmptyState({
  title,
  text,
  action,
  guide,
  drawing = 'search',
  isCompact = false,
}: EmptyStateProps) {
  const guideLink = guide !== undefined && (
    <Anchor href={guideUrl(guide)} target="_blank" rel="noreferrer" size="sm">
      {sharedTexts.readGuide(guideTitle(guide))}
    </Anchor>
  );
  if (isCompact)
    return (
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text c="dimmed" size="sm" maw={560}>
          {text}
        </Text>
        {(action || guideLink) && (
          <Group gap="md" mt="xs">
            {action}
            {guideLink}
          </Group>
        )}
      </Stack>
    );
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <EmptyDrawing name={drawing} />
      <Title order={2}>{title}</Title>
      <Text c="dimmed" size="sm" maw={420} mb="xs">
        {text}
      </Text>
      {action}
      {guideLink}
    </Stack>
  );
}
