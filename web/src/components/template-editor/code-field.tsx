import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import classes from './code-field.module.css';
import { editorExtensions } from './editor-extensions.ts';
import type { TemplateProblem, TemplateWords } from './template-words.ts';
import { insertValue } from './value-pills.ts';

/** Lets other controls change the text at the cursor. */
export interface EditorHandle {
  readonly insert: (path: string) => void;
}

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Returns the completions, whenever they are listed. */
  readonly words: () => TemplateWords;
  readonly problems: readonly TemplateProblem[];
  readonly hint: string;
  readonly isOneLine: boolean;
  readonly isReadOnly: boolean;
  readonly isJson: boolean;
  readonly handle: RefObject<EditorHandle | null>;
}

/** The CodeMirror editor. It is created once and then updated, because recreating it would lose the cursor position. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, problems, hint, isOneLine, isReadOnly, isJson, handle } = props;
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; attributes: Compartment }>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!holder.current) return;
    const attributes = new Compartment();
    const extensions = editorExtensions({
      isOneLine,
      isReadOnly,
      hint,
      words: () => latest.current.words(),
      onChange: (text) => {
        if (text !== latest.current.value) latest.current.onChange(text);
      },
    });
    const doc = latest.current.value;
    const state = EditorState.create({
      doc,
      // A value is inserted at the end, unless the user has placed the cursor elsewhere.
      selection: { anchor: isJson ? 0 : doc.length },
      extensions: [extensions, attributes.of([])],
    });
    const view = new EditorView({ state, parent: holder.current });
    editor.current = { view, attributes };
    handle.current = { insert: (path) => insertValue(view, path, isJson) };
    return () => {
      view.destroy();
      editor.current = null;
      handle.current = null;
    };
  }, [isOneLine, isReadOnly, isJson, hint, handle]);

  // Changes made outside the editor, such as an undo, replace its text. Text that the user types is already in the editor.
  useEffect(() => {
    const view = editor.current?.view;
    if (!view || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    if (!editor.current) return;
    const { view, attributes } = editor.current;
    const isWrong = problems.length > 0 ? 'true' : 'false';
    const content = { 'aria-label': label, 'aria-invalid': isWrong, spellcheck: 'false' };
    view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of(content)) });
    view.dispatch(
      setDiagnostics(
        view.state,
        problems.map((problem) => markOf(problem, view.state.doc)),
      ),
    );
  }, [label, problems]);

  return (
    <div
      ref={holder}
      className={classes.field}
      data-invalid={problems.length > 0 || undefined}
      data-read-only={isReadOnly || undefined}
    />
  );
}

/** Underlines the word at the error's position, or the whole text if the error has no position. */
function markOf({ line, column, message }: TemplateProblem, text: Text): Diagnostic {
  if (!line || !column || line > text.lines) return { from: 0, to: text.length, severity: 'error', message };
  const row = text.line(line);
  const from = Math.min(row.from + column - 1, row.to);
  const word = /^[\w.]+|^./.exec(row.text.slice(from - row.from))?.[0].length ?? 0;
  return {
    from: word === 0 ? Math.max(row.from, from - 1) : from,
    to: from + word,
    severity: 'error',
    message,
  };
}
