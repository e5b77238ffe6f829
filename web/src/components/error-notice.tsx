import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError } from '../api/call.ts';
import { sharedTexts } from '../texts/shared.ts';

/** What went wrong, in the server's own words, and the id by which the cause is found in its log. */
export function ErrorNotice({
  error,
  title = sharedTexts.failed,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}) {
  const requestId = error instanceof CallError ? error.requestId : '';
  return (
    <Alert role="alert" color="red" variant="outline" title={title} icon={<IconAlertTriangle />}>
      <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
      {requestId !== '' && (
        <Text size="xs" c="dimmed" mt={4}>
          {sharedTexts.requestId(requestId)}
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {sharedTexts.tryAgain}
        </Button>
      )}
    </Alert>
  );
}
