import { sharedTexts } from '../../texts/shared.ts';
import classes from './code-block.module.css';
import { CopyText } from './copy-text.tsx';
import { escapeBidi } from './escape-bidi.ts';
import { jsonTokens } from './json-tokens.ts';

/** The maximum number of characters to render. Longer text would freeze the browser. */
const maxCharacters = 100_000;

/** The maximum number of characters to color. Each colored part is an element of the page. */
const maxColored = 20_000;

/** Shows an untrusted value as formatted JSON, always as text and never as markup. The copy button copies the original text. */
export function DataBlock({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const isJson = typeof value !== 'string' || /^\s*[[{]/.test(value);
  const shown = escapeBidi(text.slice(0, maxCharacters));
  return (
    <CopyText text={text} name={label}>
      {isJson && shown.length <= maxColored ? <Colored json={shown} /> : shown}
      {text.length > maxCharacters && sharedTexts.cut(text.length - maxCharacters)}
    </CopyText>
  );
}

const Colored = ({ json }: { json: string }) =>
  jsonTokens(json).map(({ text, at, kind = 'punctuation' }) => (
    <span key={at} className={classes[kind]}>
      {text}
    </span>
  ));
