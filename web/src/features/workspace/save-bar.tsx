import { Button, Group, Kbd, Paper, Stack, Text } from '@mantine/core';
import { CallError } from '../../api/call.ts';
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
    <Paper withBorder shadow="md" p="xs" pl="md" className={classes.bar ?? ''}>
      <Stack gap="xs">
        {error && wrong === 0 && <ErrorNotice error={error} title={sharedTexts.failedChange} />}
        <Group gap="sm">
          <Text size="sm" fw={600} {...(wrong > 0 && { role: 'alert', c: 'var(--mantine-color-error)' })}>
            {wrong > 0 ? texts.wrong(wrong) : texts.unsaved(count)}
          </Text>
          <Group gap="xs" ml="auto">
            <Button variant="subtle" color="gray" onClick={onDiscard}>
              {texts.discard}
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              aria-keyshortcuts="Control+S"
              rightSection={
                <Kbd visibleFrom="sm" aria-hidden className={classes.key ?? ''}>
                  {texts.saveKey}
                </Kbd>
              }
            >
              {texts.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}
