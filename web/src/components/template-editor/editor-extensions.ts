import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder, tooltips } from '@codemirror/view';
import { sharedTexts } from '../../texts/shared.ts';
import { completeTemplate } from './complete-template.ts';
import { templateColors, templateLanguage } from './template-language.ts';
import type { TemplateWords } from './template-words.ts';
import { valuePills } from './value-pills.ts';

/** The Content-Security-Policy allows only style elements that carry this nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? '';

interface EditorOptions {
  readonly isOneLine: boolean;
  readonly isReadOnly: boolean;
  readonly hint: string;
  /** Called for each completion, because the available values change while the user edits. */
  readonly words: () => TemplateWords;
  readonly onChange: (value: string) => void;
}

/** The CodeMirror extensions of a template editor. Tab leaves the editor, so keyboard users aren't trapped. */
export const editorExtensions = ({
  isOneLine,
  isReadOnly,
  hint,
  words,
  onChange,
}: EditorOptions): Extension => [
  EditorView.cspNonce.of(nonce),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  templateLanguage,
  templateColors,
  valuePills,
  EditorView.lineWrapping,
  EditorState.readOnly.of(isReadOnly),
  ...(isOneLine ? [oneLine] : []),
  placeholder(isReadOnly ? sharedTexts.nothing : hint),
  autocompletion({
    override: [(context) => completeTemplate(words(), context)],
    icons: false,
  }),
  listPlace,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
  }),
];

/** The list of completions is as wide as the field, and ends where the field does. */
const listPlace = [
  tooltips({
    tooltipSpace: ({ dom }) => ({
      top: 0,
      left: 0,
      bottom: window.innerHeight,
      right: dom.getBoundingClientRect().right + 1,
    }),
  }),
  EditorView.updateListener.of(({ geometryChanged, view: { dom } }) => {
    if (geometryChanged) dom.style.setProperty('--editor-width', `${dom.offsetWidth}px`);
  }),
];

/** Replaces typed or pasted line breaks with spaces, for one-line values such as a URL or a name. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  if (text.trimEnd() === transaction.startState.doc.toString().trimEnd()) return [];
  return [
    {
      changes: { from: 0, to: transaction.startState.doc.length, insert: text },
      selection: { anchor: Math.min(transaction.newSelection.main.head, text.length) },
    },
  ];
});
