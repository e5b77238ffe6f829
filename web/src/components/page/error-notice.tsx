import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError, isWorthRetrying } from '../../api/call.ts';
import { sharedTexts } from '../../texts/shared.ts';

const loadPage = () => location.reload();

/** Shows the server's error message, the request ID for finding the cause in the server's log, and a button to try again or reload. */
export function ErrorNotice({
  error,
  title = sharedTexts.failed,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry?: () => void;
}) {
  const canRetry = isWorthRetrying(error);
  const requestId = error instanceof CallError ? error.requestId : '';
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertTriangle />}>
      <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
      {requestId !== '' && (
        <Text size="xs" c="dimmed" mt={4}>
          {sharedTexts.requestId(requestId)}
        </Text>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={canRetry ? onRetry : loadPage}>
          {canRetry ? sharedTexts.tryAgain : sharedTexts.loadAgain}
        </Button>
      )}
    </Alert>
  );
}
