import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '../../components/values/copy-text.tsx';
import { apiSettingsTexts } from '../../texts/api-settings.ts';

const texts = apiSettingsTexts.token;

/** A new token, which is shown only once. */
export const ShownToken = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <Stack gap="md">
    <Alert color="yellow">{texts.once}</Alert>
    <CopyText text={token} label={texts.label} />
    <Text size="sm">
      {texts.send} <Code>{`Authorization: Bearer ${token.slice(0, 12)}…`}</Code>
    </Text>
    <Group justify="flex-end">
      <Button onClick={onDone}>{texts.done}</Button>
    </Group>
  </Stack>
);
