import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { sharedTexts } from '../../texts/shared.ts';

/** A button that copies text to the clipboard and confirms that it was copied. */
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

/** Shows text with a copy button, such as a URL, a key or a command. */
export const CopyText = ({ text, label }: { text: string; label?: string }) => (
  <Group gap={4} wrap="nowrap" align="flex-start">
    <Code block flex={1} miw={0} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Code>
    <CopyIcon text={text} {...(label === undefined ? {} : { label })} />
  </Group>
);
