import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { CallError } from '../../api/call.ts';
import { ActRow } from '../../components/dialogs/act-row.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import classes from './workspace.module.css';

/** What is not saved yet, why it could not be, and what to do about it: always in sight. */
export function SaveBar({
  count,
  error,
  isBusy,
  onDiscard,
}: {
  count: number;
  error: Error | null;
  isBusy: boolean;
  onDiscard: () => void;
}) {
  const wrong = error instanceof CallError ? error.problems.length : 0;
  return (
    <Paper withBorder shadow="md" p="sm" className={classes.bar ?? ''}>
      <Stack gap="xs">
        {error && wrong === 0 && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <Group justify="space-between" gap="xs">
          <Text size="sm" {...(wrong > 0 && { role: 'alert', c: 'var(--mantine-color-error)' })}>
            {wrong > 0 ? texts.wrong(wrong) : texts.unsaved(count)}
          </Text>
          <Box w={{ base: '100%', xs: 'auto' }}>
            <ActRow>
              <Button variant="default" onClick={onDiscard}>
                {texts.discard}
              </Button>
              <Button type="submit" loading={isBusy}>
                {texts.save}
              </Button>
            </ActRow>
          </Box>
        </Group>
      </Stack>
    </Paper>
  );
}
