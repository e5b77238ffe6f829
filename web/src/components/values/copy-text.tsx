import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { sharedTexts } from '../../texts/shared.ts';

/** Puts a text on the clipboard, and says so. */
export const CopyIcon = ({ text, label = sharedTexts.copy }: { text: string; label?: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? sharedTexts.copied : label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={copied ? sharedTexts.copied : label}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

/** A text that people take elsewhere: an address, a key, a command. */
export const CopyText = ({ text, label }: { text: string; label?: string }) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <Code block flex={1} miw={0} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
    <CopyIcon text={text} {...(label === undefined ? {} : { label })} />
  </Group>
);
