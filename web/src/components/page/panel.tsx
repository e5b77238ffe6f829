import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A section of a screen with its own heading. */
export const Panel = ({
  title,
  about,
  actions,
  isDangerous = false,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Whether its actions can't be undone. The card has a red border. */
  isDangerous?: boolean;
  children: ReactNode;
}) => (
  <Paper
    withBorder
    p="md"
    component="section"
    aria-label={title}
    {...(isDangerous && { bd: '1px solid color-mix(in srgb, var(--failed-solid) 45%, var(--border))' })}
  >
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0}>
          <Title order={2}>{title}</Title>
          {about && (
            <Text
              size="sm"
              c="dimmed"
              maw="var(--line-length)"
              component="div"
              style={{ textWrap: 'pretty' }}
            >
              {about}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  </Paper>
);
