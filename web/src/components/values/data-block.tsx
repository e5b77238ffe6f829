import type { CSSProperties } from 'react';
import { sharedTexts } from '../../texts/shared.ts';
import classes from './code-block.module.css';
import { type CodeLanguage, codeTokens } from './code-tokens.ts';
import { CopyText } from './copy-text.tsx';
import { escapeBidi } from './escape-bidi.ts';

/** The maximum number of characters to render. Longer text would freeze the browser. */
const maxCharacters = 100_000;

/** The maximum number of characters to show line by line and colored. Each part is an element of the page. */
const maxColored = 20_000;

/** Shows an untrusted value as formatted JSON, always as text and never as markup. The copy button copies the original text. */
export function DataBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const isJson = typeof value !== 'string' || /^\s*[[{]/.test(value);
  const shown = escapeBidi(text.slice(0, maxCharacters));
  return (
    <CopyText text={text} name={label}>
      {shown.length <= maxColored ? <Lines text={shown} isJson={isJson} /> : shown}
      {text.length > maxCharacters && sharedTexts.cut(text.length - maxCharacters)}
    </CopyText>
  );
}

/** The text line by line. A line that is too long continues below its own indent. */
const Lines = ({ text, isJson }: { text: string; isJson: boolean }) =>
  text.split('\n').map((line, index, all) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
      key={index}
      className={classes.line}
      style={{ '--indent': `${indentOf(line) + hangingIndent}ch` } as CSSProperties}
    >
      {isJson ? <ColoredCode code={line} language="json" /> : line}
      {/* Copied text keeps its line breaks. */}
      {index < all.length - 1 && '\n'}
    </span>
  ));

/** How many characters further a continued line is indented. */
const hangingIndent = 2;
const indentOf = (line: string) => line.length - line.trimStart().length;

/** A date or a name stays on one line. */
const maxUnbroken = 28;

/** Code in the colors of its language. */
export const ColoredCode = ({ code, language }: { code: string; language: CodeLanguage }) =>
  codeTokens(code, language).map(({ text, at, kind = 'punctuation' }) => (
    <span key={at} className={classes[kind]} data-short={text.length <= maxUnbroken || undefined}>
      {text}
    </span>
  ));
