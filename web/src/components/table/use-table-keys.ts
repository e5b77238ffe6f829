import { useEffect } from 'react';

/** The actions of a list's keyboard shortcuts. A list without an action leaves that key alone. */
export interface TableKeys {
  readonly move: (rows: number, columns: number) => void;
  readonly beginning: () => void;
  readonly end: () => void;
  readonly select?: (() => void) | undefined;
  readonly open?: () => void;
  readonly edit?: () => void;
  readonly search?: () => void;
  /** Gives the list the focus, so that screen readers announce the active row. */
  readonly focus: () => void;
  /** Whether the active row is visible even while the list doesn't have the focus. */
  readonly isRowAlwaysVisible?: boolean;
}

const isTyping = (target: HTMLElement) =>
  target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])');

/** Whether no element has the focus, or only the page as a whole. */
const isNowhere = (target: HTMLElement) => target === document.body || target.tagName === 'MAIN';

/**
 * Handles a list's keyboard shortcuts on the whole page, because the list is the page's main content. Ignores keys in
 * inputs and dialogs.
 */
export function useTableKeys(keys: TableKeys, tableId: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      if (target.closest('[role=dialog]')) return;
      const isFocused = isNowhere(target) || isListItself(target, tableId);
      const act =
        everywhere(keys).get(event.key) ?? (isFocused ? whenFocused(keys).get(event.key) : undefined);
      if (!act) return;
      event.preventDefault();
      if (isNowhere(target) && event.key !== '/') keys.focus();
      // The focus makes the active row visible. Moving too would skip it.
      if (isNowhere(target) && moves.has(event.key) && !keys.isRowAlwaysVisible) return;
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys, tableId]);
}

const moves = new Set(['j', 'k', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp']);

type Actions = ReadonlyMap<string, (() => void) | undefined>;

const everywhere = (keys: TableKeys): Actions =>
  new Map([
    ['j', () => keys.move(1, 0)],
    ['k', () => keys.move(-1, 0)],
    ['e', keys.edit],
    ['x', keys.select],
    ['/', keys.search],
  ]);

/** Other elements need the arrow keys and Enter, so these keys work only while the list has the focus. */
const whenFocused = (keys: TableKeys): Actions =>
  new Map([
    ['ArrowDown', () => keys.move(1, 0)],
    ['ArrowUp', () => keys.move(-1, 0)],
    ['ArrowLeft', () => keys.move(0, -1)],
    ['ArrowRight', () => keys.move(0, 1)],
    ['PageDown', () => keys.move(20, 0)],
    ['PageUp', () => keys.move(-20, 0)],
    ['Home', keys.beginning],
    ['End', keys.end],
    ['Enter', keys.open],
    [' ', keys.select],
  ]);

/** Whether the element is the list, or the link or checkbox of one of its rows. */
const isListItself = (target: HTMLElement, tableId: string) =>
  target.id === tableId ||
  (target.closest(`#${CSS.escape(tableId)} tbody`) !== null &&
    target.matches('[data-row-link], [data-row-check]'));
