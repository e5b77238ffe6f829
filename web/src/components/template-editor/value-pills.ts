import { type Extension, Prec, type Range } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { labelOfValue, singleValue } from './value-label.ts';

/** A value in a template, shown by its name for people. Its source is in the tooltip. */
class ValuePill extends WidgetType {
  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  override eq(other: ValuePill): boolean {
    return other.path === this.path;
  }

  override toDOM(): HTMLElement {
    const pill = document.createElement('span');
    pill.className = 'cm-value-pill';
    pill.textContent = labelOfValue(this.path);
    pill.title = `{{ ${this.path} }}`;
    return pill;
  }

  // A click places the cursor inside the value, which shows its source.
  override ignoreEvent(): boolean {
    return false;
  }
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly path: string;
}

const valuesIn = (text: string): Found[] =>
  [...text.matchAll(singleValue)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    path: match[1] ?? '',
  }));

/** Replaces values with pills. While the cursor is inside a value, its source is shown and can be edited. */
function pillsOf(view: EditorView): DecorationSet {
  const { from, to } = view.state.selection.main;
  const isEdited = (value: Found) => view.hasFocus && from < value.to && to > value.from;
  const pills: Range<Decoration>[] = valuesIn(view.state.doc.toString())
    .filter((value) => !isEdited(value))
    .map((value) => Decoration.replace({ widget: new ValuePill(value.path) }).range(value.from, value.to));
  return Decoration.set(pills);
}

/** Deletes the whole value before the cursor. Deleting one of its braces would leave a broken template. */
function deleteValue(view: EditorView): boolean {
  const { head, empty } = view.state.selection.main;
  const value = valuesIn(view.state.doc.toString()).find(({ to }) => to === head);
  if (!empty || !value || view.state.readOnly) return false;
  view.dispatch({ changes: { from: value.from, to: value.to }, userEvent: 'delete.backward' });
  return true;
}

export const valuePills: Extension = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = pillsOf(view);
      }

      update({ docChanged, selectionSet, focusChanged, view }: ViewUpdate) {
        if (docChanged || selectionSet || focusChanged) this.decorations = pillsOf(view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  Prec.high(keymap.of([{ key: 'Backspace', run: deleteValue }])),
];

/** Inserts a value at the cursor. Inside braces only its path is inserted, and in JSON a string contains it. */
export function insertValue(view: EditorView, path: string, isJson: boolean): void {
  const { from, to } = view.state.selection.main;
  const before = view.state.sliceDoc(0, from);
  const isInBraces = before.lastIndexOf('{{') > before.lastIndexOf('}}');
  const value = isInBraces ? path : `{{ ${path} }}`;
  const isInString = (before.match(/"/g)?.length ?? 0) % 2 === 1;
  const insert = isJson && !isInString ? JSON.stringify(value) : value;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input',
  });
  view.focus();
}
