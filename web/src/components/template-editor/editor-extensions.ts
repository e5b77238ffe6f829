import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
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
  }),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString());
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
