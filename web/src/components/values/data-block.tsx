import { Box, Code } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import { CopyIcon } from './copy-text.tsx';
import classes from './data-block.module.css';
import { shownText } from './shown-text.ts';

/** More would make the browser stand still; the rest is a matter for other tools. */
const mostCharacters = 100_000;

/** A value that somebody else made, as readable JSON: always text, never markup. What is copied is the true text. */
export function DataBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <Box pos="relative">
      <Code block className={classes.data} tabIndex={0} aria-label={label} role="group">
        {shownText(text.slice(0, mostCharacters))}
        {text.length > mostCharacters && sharedTexts.cut(text.length - mostCharacters)}
      </Code>
      <Box className={classes.copy}>
        <CopyIcon text={text} />
      </Box>
    </Box>
  );
}
