import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { shellTexts } from '../../texts/shell.ts';
import { escapeBidi } from '../values/escape-bidi.ts';

/** A screen: title, description, actions and content. */
export function PageFrame({
  back,
  title,
  about,
  actions,
  isNarrow = false,
  children,
}: {
  /** A link back to the list. */
  back?: ReactNode;
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Whether to limit the width. Unlike tables, forms and facts are easier to read in short lines. */
  isNarrow?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${escapeBidi(title)} · ${shellTexts.product}`;
  }, [title]);
  return (
    <Box w="100%" maw={1200} mx="auto">
      <Stack gap="lg" maw={isNarrow ? 860 : undefined}>
        {back}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4} miw={0}>
            <Title order={1}>{escapeBidi(title)}</Title>
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
