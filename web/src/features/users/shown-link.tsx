import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ApiResponse } from '../../api/call.ts';
import { CopyText } from '../../components/values/copy-text.tsx';
import { Moment } from '../../components/values/moment.tsx';
import { usersTexts } from '../../texts/users.ts';

const texts = usersTexts.link;
export type HandedOut = ApiResponse<'POST /users'>;

/** Shows a password link once, for installations without email. */
export const ShownLink = ({ handed, onDone }: { handed: HandedOut; onDone: () => void }) => (
  <Stack gap="md">
    <Alert color="yellow">{texts.once}</Alert>
    <CopyText text={handed.url ?? ''} label={texts.copy} />
    <Text size="sm" component="div">
      {texts.whatToDo} <Moment at={handed.expires_at} />.
    </Text>
    <Group justify="flex-end">
      <Button onClick={onDone}>{texts.done}</Button>
    </Group>
  </Stack>
);
