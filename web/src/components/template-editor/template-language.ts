import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

interface State {
  /** The token that closes the current braces. Empty in plain text. */
  close: '' | '}}' | '%}' | '#}';
  quote: string;
  /** The previous token, which determines what kind of name comes next. */
  before: 'pipe' | 'dot' | 'is' | 'open' | 'other';
}

const keywords = /^(?:if|elseif|else|endif|for|endfor|in|set|endset|and|or|not|is|starts|ends|with)$/;
const atoms = /^(?:true|false|null|none)$/;

/** A tokenizer for syntax highlighting only. The server does the real parsing. */
export const templateLanguage = StreamLanguage.define<State>({
  name: 'template',
  startState: () => ({ close: '', quote: '', before: 'other' }),
  token: (stream, state) => (state.close === '' ? readText(stream, state) : readCode(stream, state)),
});

const closings = { '}}': /^[-~]?\}\}/, '%}': /^[-~]?%\}/ } as const;
const openings = { '{{': '}}', '{%': '%}', '{#': '#}' } as const;

function readText(stream: StringStream, state: State): string | null {
  for (const [open, close] of Object.entries(openings)) {
    if (!stream.match(open)) continue;
    stream.match(/^[-~]/);
    Object.assign(state, { close, quote: '', before: 'open' });
    return close === '#}' ? 'comment' : 'brace';
  }
  stream.next();
  stream.eatWhile((character) => character !== '{');
  return null;
}

function readCode(stream: StringStream, state: State): string | null {
  if (state.close === '#}') return readComment(stream, state);
  if (state.quote !== '') return readString(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match(closings[state.close || '}}'])) {
    state.close = '';
    return 'brace';
  }
  if (stream.match(/^["']/)) {
    state.quote = stream.current();
    return readString(stream, state);
  }
  if (stream.match(/^\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/)) return 'number';
  if (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/)) return readName(stream, state);
  const character = stream.next();
  state.before = character === '|' ? 'pipe' : character === '.' ? 'dot' : 'other';
  return /[-+*/%~<>=!?:|.]/.test(character ?? '') ? 'operator' : null;
}

function readName(stream: StringStream, state: State): string {
  const name = stream.current();
  const { before } = state;
  state.before = name === 'is' ? 'is' : 'other';
  if (before === 'dot') return 'propertyName';
  if (before === 'pipe') return 'variableName.function';
  if (atoms.test(name) && before !== 'is') return 'atom';
  if (keywords.test(name)) return 'keyword';
  if (before === 'is') return 'variableName.function';
  return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName';
}

function readString(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    const character = stream.next();
    if (character === '\\') stream.next();
    else if (character === state.quote) {
      state.quote = '';
      state.before = 'other';
      break;
    }
  }
  return 'string';
}

function readComment(stream: StringStream, state: State): string {
  if (stream.skipTo('#}')) {
    stream.match('#}');
    state.close = '';
  } else stream.skipToEnd();
  return 'comment';
}

/** Maps tokens to colors. The colors are defined in code-field.module.css and have enough contrast in both color schemes. */
export const templateColors = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.brace, color: 'var(--template-brace)', fontWeight: '600' },
    { tag: tags.keyword, color: 'var(--template-keyword)' },
    { tag: tags.atom, color: 'var(--template-keyword)' },
    { tag: tags.string, color: 'var(--template-string)' },
    { tag: tags.number, color: 'var(--template-string)' },
    { tag: tags.function(tags.variableName), color: 'var(--template-function)' },
    { tag: tags.variableName, color: 'var(--template-variable)' },
    { tag: tags.propertyName, color: 'var(--template-variable)' },
    { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
  ]),
);
