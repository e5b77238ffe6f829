import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { CopyText } from '../../components/values/copy-text.tsx';
import { guides, guideUrl } from '../../texts/guides.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { webhooksTexts } from '../../texts/webhooks.ts';

const texts = webhooksTexts.secret;

/** A new secret, which is shown only once, and how to use it. */
export const ShownSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <Stack gap="md">
    <Alert color="yellow">{texts.once}</Alert>
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {texts.title}
      </Text>
      <CopyText text={secret} label={texts.copy} />
    </Stack>
    <HowToVerify />
    <Group justify="flex-end">
      <Button onClick={onDone}>{texts.done}</Button>
    </Group>
  </Stack>
);

export const HowToVerify = () => (
  <Stack gap={4}>
    <Text size="sm">{texts.verify}</Text>
    <CopyText text={texts.example} label={texts.copyExample} isCode />
    <Anchor href={guideUrl('event-webhooks.md')} target="_blank" rel="noreferrer" size="sm">
      {sharedTexts.readGuide(guides['event-webhooks.md'])}
    </Anchor>
  </Stack>
);
