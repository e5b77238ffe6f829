import { Box, Code } from '@mantine/core';
import { sharedTexts } from '../../texts/shared.ts';
import { CopyIcon } from './copy-text.tsx';
import classes from './data-block.module.css';
import { escapeBidi } from './escape-bidi.ts';

/** The maximum number of characters to render. Longer text would freeze the browser. */
const maxCharacters = 100_000;

/** Shows an untrusted value as formatted JSON, always as text and never as markup. The copy button copies the original text. */
export function DataBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <Box pos="relative">
      <Code block className={classes.data} tabIndex={0} aria-label={label} role="group">
        {escapeBidi(text.slice(0, maxCharacters))}
        {text.length > maxCharacters && sharedTexts.cut(text.length - maxCharacters)}
      </Code>
      <Box className={classes.copy}>
        <CopyIcon text={text} />
      </Box>
    </Box>
  );
}
