import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { shellTexts } from '../../texts/shell.ts';

/** Explains why a page has no content, and links to another page. */
export const EmptyWithLink = ({ text, to, label }: { text: string; to: string; label: string }) => (
  <Stack gap="sm" maw="var(--line-length)">
    <Text>{text}</Text>
    <Group>
      <Button component={Link} to={to} variant="default">
        {shellTexts.goTo(label)}
      </Button>
    </Group>
  </Stack>
);
