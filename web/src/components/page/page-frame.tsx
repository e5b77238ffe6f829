import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { shownText } from '../values/shown-text.ts';

/** A screen: its name, a sentence what it is for, what can be done, and below it the content. */
export function PageFrame({
  back,
  title,
  about,
  actions,
  isNarrow = false,
  children,
}: {
  /** The way back to the list that it stands in. */
  back?: ReactNode;
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Forms and facts are read in narrower lines than tables. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${shownText(title)} · ${shellTexts.product}`;
  }, [title]);
  return (
    <Box w="100%" maw={1200} mx="auto">
      <Stack gap="lg" maw={isNarrow ? 860 : undefined}>
        {back}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} miw={0}>
            <Title order={1}>{shownText(title)}</Title>
            {about && (
              <Text c="dimmed" size="sm" maw={720} component="div">
                {about}
              </Text>
            )}
          </Stack>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </Box>
  );
}
