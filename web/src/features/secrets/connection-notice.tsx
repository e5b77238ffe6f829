import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { escapeBidi } from '../../components/values/escape-bidi.ts';
import { connectionsTexts as texts } from '../../texts/secrets/connections.ts';
import type { Connection } from './connection.ts';
import type { SignInResult } from './secrets-search.ts';

const colors = { connected: 'green', denied: 'yellow', failed: 'red' } as const;

/** Says how the sign-in to the other service ended. */
export function ConnectionNotice({
  result,
  connection,
  onClose,
}: {
  result: SignInResult;
  /** Undefined if the connection was deleted since then. */
  connection: Connection | undefined;
  onClose: () => void;
}) {
  const { title, text } = texts.results[result];
  return (
    <Alert
      color={colors[result]}
      icon={result === 'connected' ? <IconCheck /> : <IconAlertTriangle />}
      title={title(connection ? escapeBidi(connection.name) : texts.unknown)}
      withCloseButton
      closeButtonLabel={texts.dismiss}
      onClose={onClose}
    >
      {text}
      {result !== 'connected' && typeof connection?.connect_path === 'string' && (
        <>
          {' '}
          <Anchor href={connection.connect_path} size="sm" underline="always">
            {texts.connectAgain}
          </Anchor>
        </>
      )}
    </Alert>
  );
}
