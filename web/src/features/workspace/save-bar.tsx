import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { CallError } from '../../api/call.ts';
import { DialogButtons } from '../../components/dialogs/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/page/error-notice.tsx';
import { sharedTexts } from '../../texts/shared.ts';
import { workspaceTexts as texts } from '../../texts/workspace.ts';
import classes from './workspace.module.css';

/** A bar that stays visible while there are unsaved changes. It shows the number of changes and errors, and buttons to save or discard. */
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
            <DialogButtons>
              <Button variant="default" onClick={onDiscard}>
                {texts.discard}
              </Button>
              <Button type="submit" loading={isBusy}>
                {texts.save}
              </Button>
            </DialogButtons>
          </Box>
        </Group>
      </Stack>
    </Paper>
  );
}
