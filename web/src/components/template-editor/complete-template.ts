import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { TemplateWord, TemplateWords } from './template-words.ts';
import { labelOfValue } from './value-label.ts';

/** Returns the completions at the cursor. Outside of braces, only the braces themselves are offered. */
export function completeTemplate(words: TemplateWords, context: CompletionContext): CompletionResult | null {
  const before = context.state.sliceDoc(0, context.pos);
  const open = lastOpening(before);
  if (open === undefined) return openingResult(context);
  const code = before.slice(open.at + 2);
  if (isInString(code)) return null;
  if (open.kind === '{%' && /^[-~]?\s*\w*$/.test(code))
    return wordsResult(words.tags, /\w*$/, context, 'keyword', bareName);
  if (/\|\s*\w*$/.test(code)) return wordsResult(words.filters, /\w*$/, context, 'function', callOf);
  if (/\bis(?:\s+not)?\s+[\w ]*$/.test(code))
    return wordsResult(words.tests, /\w*$/, context, 'keyword', bareName);
  const path = context.matchBefore(/[\w.[\]'"-]*$/);
  if (!path || (path.from === path.to && !context.explicit && !/[({[,]\s*$|^[-~]?\s*$/.test(code)))
    return null;
  const typed = path.text.toLowerCase();
  // The list keeps its order: values first. Both the path of a value and its name for people can be typed.
  return {
    from: path.from,
    options: [...valueOptions(words, typed), ...functionOptions(words, typed)],
    filter: false,
  };
}

function lastOpening(before: string): { at: number; kind: '{{' | '{%' } | undefined {
  const print = before.lastIndexOf('{{');
  const tag = before.lastIndexOf('{%');
  const at = Math.max(print, tag);
  const kind = print > tag ? '{{' : '{%';
  if (at === -1) return undefined;
  return before.indexOf(kind === '{{' ? '}}' : '%}', at) === -1 ? { at, kind } : undefined;
}

/** Whether the cursor is inside a string, which is the case after an odd number of quotes. */
const isInString = (code: string): boolean =>
  (code.match(/'/g)?.length ?? 0) % 2 === 1 || (code.match(/"/g)?.length ?? 0) % 2 === 1;

function openingResult(context: CompletionContext): CompletionResult | null {
  const brace = context.matchBefore(/\{?$/);
  if (!context.explicit) return null;
  return {
    from: brace?.from ?? context.pos,
    options: [
      { label: '{{  }}', apply: insertBetween('{{ ', ' }}'), type: 'keyword' },
      { label: '{%  %}', apply: insertBetween('{% ', ' %}'), type: 'keyword' },
    ],
  };
}

const insertBetween =
  (open: string, close: string): Exclude<Completion['apply'], string | undefined> =>
  (view, _completion, from, to) =>
    view.dispatch({
      changes: { from, to, insert: open + close },
      selection: { anchor: from + open.length },
    });

/** Returns the text to insert for a function, with an opening parenthesis if the function takes arguments. */
const callOf = ({ name, signature }: TemplateWord): string => (signature.includes('(') ? `${name}(` : name);
const bareName = ({ name }: TemplateWord): string => name;

const optionOf = (word: TemplateWord, type: string, apply: string): Completion => ({
  label: word.name,
  displayLabel: word.signature,
  info: word.about,
  type,
  apply,
});

function wordsResult(
  words: readonly TemplateWord[],
  pattern: RegExp,
  context: CompletionContext,
  type: string,
  applied: (word: TemplateWord) => string,
): CompletionResult {
  return {
    from: context.matchBefore(pattern)?.from ?? context.pos,
    options: words.map((word) => optionOf(word, type, applied(word))),
    validFor: /^\w*$/,
  };
}

/** Returns the values whose path or name contains the typed text. Those that are themselves called so are first. */
function valueOptions({ variables }: TemplateWords, typed: string): Completion[] {
  const isCalled = ({ label }: Completion) => label.split('.').at(-1)?.toLowerCase().startsWith(typed);
  return variables
    .map(({ name, signature }) => ({ label: name, displayLabel: labelOfValue(name), detail: signature }))
    .filter(({ label, displayLabel }) => `${displayLabel} ${label}`.toLowerCase().includes(typed))
    .toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)));
}

const functionOptions = ({ functions }: TemplateWords, typed: string): Completion[] =>
  functions
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .map((word) => optionOf(word, 'function', callOf(word)));
