import { ActionIcon, Code, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './code-block.module.css';

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

/** A block of code with a copy button, such as a URL, a key or a command. */
export const CopyText = ({
  text,
  label,
  name,
  isCode = false,
  children = text,
}: {
  /** The text that the button copies. */
  text: string;
  /** The label of the button. */
  label?: string;
  /** The name of the block for screen readers. */
  name?: string;
  /** Whether the text is code of several lines. On a phone, it scrolls sideways instead of wrapping. */
  isCode?: boolean;
  /** The content of the block, if it isn't the same text. */
  children?: ReactNode;
}) => (
  <div className={classes.block}>
    <Code
      block
      className={classes.code ?? ''}
      tabIndex={0}
      data-code={isCode || undefined}
      {...(name !== undefined && { role: 'group', 'aria-label': name })}
    >
      {children}
    </Code>
    <div className={classes.copy}>
      <CopyIcon text={text} {...(label === undefined ? {} : { label })} />
    </div>
  </div>
);
