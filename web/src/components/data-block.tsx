import { Box, Code } from '@mantine/core';
import { sharedTexts } from '../texts/shared.ts';
import { CopyIcon } from './copy-text.tsx';
import classes from './data-block.module.css';

/** More would make the browser stand still; the rest is a matter for other tools. */
const mostCharacters = 100_000;

/** A value that somebody else made, as readable JSON: always text, never markup. A text is shown as it is. */
export function DataBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <Box pos="relative">
      <Code block className={classes.data} tabIndex={0} aria-label={label} role="group">
        {text.length > mostCharacters
          ? `${text.slice(0, mostCharacters)}${sharedTexts.cut(text.length - mostCharacters)}`
          : text}
      </Code>
      <Box className={classes.copy}>
        <CopyIcon text={text} />
      </Box>
    </Box>
  );
}
